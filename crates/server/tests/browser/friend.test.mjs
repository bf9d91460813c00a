// A game with a friend: two people in two browsers, and one who looks on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, accessible, begin, browser, folder, launch, place, plies, says, serve, server, visit } from "./browser.mjs";

begin({ start: launch });

/** Opens an address of the page, in a browser of its own. */
const at = (url, options, run) => visit(browser, new URL(url).origin, Object.fromEntries(new URLSearchParams(new URL(url).hash.slice(1))), options, run);
const mine = (page) => page.waitForSelector("#board [role=button][data-index]");
const wish = (page, name) => page.click(`#room-now [data-wish="${name}"]`);
const links = async (page) => {
  await page.waitForSelector("#room-links input", { state: "attached" });
  return page.locator("#room-links input").evaluateAll((all) => all.map(({ value }) => value));
};
/** Leads from the front door to a room; resolves to the links for the friend and for those who look on. */
async function made(page, side) {
  await page.check("[name=level][value=friend]");
  await page.check(`[name=side][value=${side}]`);
  await page.click("#gallery a >> nth=0");
  await page.waitForSelector("#room:not([hidden])");
  await page.waitForFunction(() => /#k=[0-9a-f]{32}/.test(location.href));
  return links(page);
}

test("two play over links and one looks on: in turn, back by agreement, and again", async () => {
  await at(`${server.url}/#l=en`, { ready: "#door svg" }, async (maker) => {
    const [forFriend, forWatchers] = await made(maker, "first");
    assert.equal(await maker.title(), "Tic-tac-toe · Yomikiri");
    await says(maker, "room-said", "You play First.");
    await says(maker, "room-said", "Your friend is not here.");
    // What others read with a camera is there, in a picture of the server's own.
    await maker.waitForFunction(() => {
      const images = [...document.querySelectorAll("#room-links img")];
      return images.length > 0 && images.every((image) => image.complete && image.naturalWidth > 0);
    });
    assert.equal(await maker.locator("#room-links img").count(), 2);
    await accessible(maker);
    await at(forFriend, { ...PHONE, colorScheme: "dark" }, async (friend) => {
      await says(maker, "room-said", "Your friend is here.");
      await says(friend, "room-said", "You play Second.");
      assert.equal(await friend.locator("#room-links input").count(), 1, "the friend has no seat to give away");
      await at(forWatchers, {}, async (watcher) => {
        await says(watcher, "room-said", "You look on.");
        await says(maker, "room-said", "1 looking on");
        // Nobody can move but who is to move.
        assert.equal(await friend.locator("#board [role=button][data-index]").count(), 0);
        assert.equal(await watcher.locator("#board [role=button][data-index]").count(), 0);
        await place(maker, 4).click();
        for (const page of [maker, friend, watcher]) await plies(page, 1);
        await mine(friend);
        assert.equal(await maker.locator("#board [role=button][data-index]").count(), 0);
        // Nobody is helped while they play.
        for (const id of ["hint", "why", "again"]) assert.ok(await friend.isDisabled(`#${id}`), id);
        await friend.keyboard.press("h");
        assert.ok(await friend.isHidden("#notice"));
        await place(friend, 0).tap();
        for (const page of [maker, watcher]) await plies(page, 2);
        await mine(maker);
        await accessible(friend);
        assert.ok(await friend.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
        await friend.screenshot({ path: `${folder}/pictures/friend-360-dark.png`, fullPage: true });
        // A move is taken back when both agree.
        await wish(friend, "undo");
        await says(maker, "room-now", "Second asks to take a move back.");
        await wish(maker, "refuse");
        await says(friend, "notice", "did not agree");
        await wish(friend, "undo");
        await says(maker, "room-now", "Second asks to take a move back.");
        await wish(maker, "agree");
        for (const page of [maker, friend, watcher]) await plies(page, 1);
        // Whoever comes back has their place again, and the game as it is.
        await friend.reload();
        await plies(friend, 1);
        await mine(friend);
        for (const [page, index] of [[friend, 0], [maker, 1], [friend, 3], [maker, 7]]) {
          await mine(page);
          await place(page, index).click();
        }
        for (const page of [maker, friend, watcher]) {
          await says(page, "status", "First wins");
          await plies(page, 5);
        }
        await says(maker, "end", "You won!");
        await says(friend, "end", "You lost.");
        assert.equal(await watcher.textContent("#end"), "");
        await maker.screenshot({ path: `${folder}/pictures/friend-1440-light.png`, fullPage: true });
        // The game is over: now it may be looked into.
        assert.ok(await maker.isEnabled("#why"));
        await wish(maker, "again");
        await says(friend, "room-now", "First asks to play again");
        await wish(friend, "agree");
        for (const page of [maker, friend, watcher]) await plies(page, 0);
        await says(maker, "room-said", "You play Second.");
        await mine(friend);
        // In Japanese, too.
        await friend.click("#lang");
        await says(friend, "room-said", "あなたは先手です。");
        await accessible(friend);
        const words = await friend.evaluate(() => Promise.all(["/friend.js", "/share.js"].map((name) => import(name))).then((all) => all.map(({ WORDS: { en, ja } }) => [Object.keys(en), Object.keys(ja)])));
        for (const [en, ja] of words) assert.deepEqual(en, ja);
      });
    });
    // Whoever leaves has the game to themselves; Back leads to the seat again.
    await wish(maker, "leave");
    await maker.waitForSelector("#room", { state: "hidden" });
    assert.ok(!maker.url().includes("k="));
    assert.ok(await maker.isEnabled("#hint"));
    await maker.goBack();
    await says(maker, "room-said", "You play Second.");
  });
});

test("who resigns has lost, once they are sure; a new game may follow", async () => {
  await at(`${server.url}/#g=tictactoe&k=new&w=first&l=en`, {}, async (maker) => {
    const [forFriend, forWatchers] = await links(maker);
    await at(forFriend, { ...PHONE, colorScheme: "dark" }, async (friend) => {
      await at(forWatchers, {}, async (watcher) => {
        await place(maker, 4).click();
        for (const page of [maker, friend, watcher]) await plies(page, 1);
        assert.equal(await watcher.locator("[data-wish=resign]").count(), 0, "who looks on has nothing to give up");
        // By keys alone; a change of mind costs nothing.
        await maker.focus("#room-now [data-wish=resign]");
        await maker.keyboard.press("Enter");
        await says(maker, "room-now", "Resign this game?");
        await says(maker, "live", "Resign this game?");
        await accessible(maker);
        await maker.keyboard.press("Enter");
        await maker.waitForSelector("#room-now [data-wish=resign]");
        assert.ok(!(await maker.textContent("#room-now")).includes("Resign this game?"), "the first answer is to play on");
        // Nobody has to be to move: the friend looks back through the game meanwhile, and is told.
        await friend.click("#first-ply");
        await wish(maker, "resign");
        await wish(maker, "resign_sure");
        for (const page of [maker, watcher]) await says(page, "status", "Over: Second wins, since First has resigned");
        await says(friend, "room-said", "First has resigned.");
        await friend.click("#last-ply");
        await says(friend, "end", "You won!");
        await says(maker, "end", "You lost.");
        for (const page of [maker, friend, watcher]) assert.equal(await page.locator("#board [role=button][data-index]").count(), 0);
        assert.ok(await maker.isEnabled("#why"), "now it may be looked into");
        assert.ok(await maker.isDisabled("#room-now [data-wish=undo]"));
        await accessible(friend);
        await friend.screenshot({ path: `${folder}/pictures/resigned-360-dark.png`, fullPage: true });
        await friend.click("#lang");
        await says(friend, "status", "終局：先手の投了により後手の勝ち");
        await says(friend, "room-said", "先手が投了しました。");
        // A reload shows the same.
        await maker.reload();
        await says(maker, "status", "First has resigned");
        await wish(maker, "again");
        await says(friend, "room-now", "もう一局");
        await wish(friend, "agree");
        for (const page of [maker, friend, watcher]) await plies(page, 0);
        await says(maker, "room-said", "You play Second.");
        await mine(friend);
      });
    });
  });
});

test("a room outlives the page's connection, not the server", async () => {
  const own = await serve("--port", "0");
  await at(`${own.url}/#g=tictactoe&k=new&w=second&l=en`, {}, async (page) => {
    await says(page, "room-said", "You play Second.");
    await own.stop();
    await page.waitForSelector("#gone", { state: "visible" });
    const again = await serve("--port", own.port);
    try {
      await page.waitForSelector("#gone", { state: "hidden" });
      await says(page, "notice", "This room is gone.");
      await page.waitForSelector("#room", { state: "hidden" });
      // The game goes on without it.
      await mine(page);
      await place(page, 0).click();
      await plies(page, 1);
      // A link that leads nowhere any more says so.
      await page.goto("about:blank");
      await page.goto(`${again.url}/#k=00112233445566778899aabbccddeeff&l=en`);
      await says(page, "notice", "there is no such room");
    } finally {
      await again.stop();
    }
  });
});

test("the sharing panel has the link for other machines, with its code", async () => {
  await at(`${server.url}/#g=tictactoe&p2=human&l=en`, {}, async (page) => {
    await page.click("#panel-share summary");
    await says(page, "share-link", "Only this computer reaches this server.");
  });
  const open = await serve("--host", "0.0.0.0", "--port", "0");
  try {
    await at(`${open.url}/#g=tictactoe&p2=human&l=en`, {}, async (page) => {
      const { others } = await (await fetch(`${open.url}/api/v1/host`)).json();
      await page.click("#panel-share summary");
      // A machine without a network has no address for others.
      if (!others) return says(page, "share-link", "Only this computer");
      await page.waitForSelector("#share-link input");
      const link = () => page.inputValue("#share-link input");
      assert.ok((await link()).startsWith(`${others}/#g=tictactoe`));
      await place(page, 0).click();
      await page.waitForFunction(() => document.querySelector("#share-link input").value.includes("m=1%2C1"));
      await page.waitForFunction(() => document.querySelector("#share-link img").naturalWidth > 0);
      await accessible(page);
      // The friend's link leads there, and plays.
      await page.click("[data-friend=first]");
      await page.waitForSelector("#room:not([hidden])");
      const [forFriend] = await links(page);
      assert.ok(forFriend.startsWith(`${others}/#k=`), forFriend);
      await at(forFriend, {}, async (friend) => {
        await mine(page);
        await place(page, 8).click();
        await plies(friend, 1);
      });
    });
  } finally {
    await open.stop();
  }
});

test("on a phone, what a friend is sent is in view", async () => {
  await at(`${server.url}/#l=en`, { ...PHONE, ready: "#door svg" }, async (maker) => {
    await made(maker, "second");
    await maker.waitForFunction(() => {
      const { top, bottom } = document.querySelector("#room-links input").getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  });
});

test("what would leave a game with a friend waits until it is over", async () => {
  await at(`${server.url}/#l=en`, { ready: "#door svg" }, async (maker) => {
    await made(maker, "first");
    const room = maker.url();
    const isShut = (part) => maker.evaluate((part) => document.querySelector(part).closest("[inert]") !== null, part);
    for (const part of ["#family", "#player-second", "[data-side=second]", "#analysis", "#puzzle", "#spec", "#edit"]) assert.ok(await isShut(part), part);
    await maker.keyboard.press("p");
    await place(maker, 4).click();
    await plies(maker, 1);
    assert.equal(maker.url(), room);
    await wish(maker, "resign");
    await wish(maker, "resign_sure");
    await says(maker, "status", "Over: Second wins");
    for (const part of ["#family", "#player-second", "#analysis"]) assert.equal(await isShut(part), false, part);
  });
});
