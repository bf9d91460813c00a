// Shows the OpenAPI description of the API as a page.

const make = (name, text, ...children) => {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  element.append(...children);
  return element;
};

const table = (heads, rows) => {
  const line = (cells, kind) => make("tr", "", ...cells.map((cell) => (cell instanceof Node ? make(kind, "", cell) : make(kind, cell))));
  return make("table", "", make("thead", "", line(heads, "th")), make("tbody", "", ...rows.map((row) => line(row, "td"))));
};

const description = await (await fetch("/api/v1/openapi.json")).json();
for (const [path, methods] of Object.entries(description.paths)) {
  for (const [method, about] of Object.entries(methods)) {
    const section = make("section", "", make("h2", `${method.toUpperCase()} ${path}`), make("p", about.summary ?? about.description ?? ""));
    const parameters = about.parameters ?? [];
    if (parameters.length) {
      section.append(table(["parameter", "required", "what"], parameters.map((one) => [make("code", one.name), one.required ? "yes" : "no", one.description ?? ""])));
    }
    section.append(
      table(["code", "what", "form"], Object.entries(about.responses).map(([code, response]) => {
        const [type, content] = Object.entries(response.content ?? {})[0] ?? ["", {}];
        return [code, response.description, make("code", content.schema?.$ref?.split("/").at(-1) ?? type)];
      })),
    );
    if (method === "get" && parameters.every((one) => !one.required || one.example !== undefined)) {
      const query = new URLSearchParams(parameters.filter((one) => one.example !== undefined).map((one) => [one.name, one.example]));
      const link = make("a", "Try it");
      link.href = `${path}${query.size ? "?" + query : ""}`;
      section.append(make("p", "", link));
    }
    document.getElementById("paths").append(section);
  }
}
for (const [name, schema] of Object.entries(description.components.schemas)) {
  const parts = [schema, ...(schema.allOf ?? [])];
  const fields = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const required = parts.flatMap((part) => part.required ?? []);
  // No column of its own: four are too wide for a phone.
  const type = (field, about) => `${[about.type].flat().join(" or ") || about.$ref?.split("/").at(-1) || ""}${required.includes(field) ? ", required" : ""}`;
  const rows = fields.map(([field, about]) => [make("code", field), type(field, about), about.description ?? ""]);
  document.getElementById("paths").append(make("section", "", make("h2", name), make("p", schema.description ?? ""), table(["field", "type", "what"], rows)));
}
