#!/usr/bin/env bash
# By hand.
#
# Builds everything that is handed out, and uses each once as its user would:
#
#     ci/release.sh                 all parts
#     ci/release.sh crates wheel    these parts
#
#   command     cargo install --path crates/cli, into a folder of its own
#   static      an archive with a command that needs no library
#   deb         a package for Debian, from what `command` built
#   container   an image, by podman or docker. Without a registry, buildah makes it as root, and first the image that compiles
#   wheel       the Python package, installed into an environment of its own
#   crates      cargo package
#   semver      cargo semver-checks: what changed for those who use the libraries, against the newest release (the newest tag
#               `v*`) or, before there is one, the last commit of the version before
#
# The files come to rest in target/handed-out. Needs Rust and Python; 15 minutes of a processor from nothing (2026-11-29), and
# of those that link the command nearly all are one processor's. To try the script itself, PROFILE=release compiles in a
# quarter of the time; what is handed out is compiled with `dist`.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
out=$target/handed-out
profile=${PROFILE:-dist}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$out"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
machine=$(uname -m)
installed=$scratch/root/bin/yomikiri
said=""

heading() { printf '\n== %s\n' "$1"; }

# made FILE WHAT: notes a file that is handed out.
made() {
    said+=$(printf '%9d KB  %s  (%s)' "$(($(stat -c %s "$1") / 1000))" "$(basename "$1")" "$2")$'\n'
}

# noted LINE: notes what else there is to say at the end.
noted() {
    echo "$1"
    said+="              $1"$'\n'
}

fail() {
    echo "error: $1" >&2
    exit 1
}

# expect WANTED COMMAND...: runs a command, whose output must be WANTED.
expect() {
    local wanted=$1 got
    shift
    got=$("$@" 2>"$scratch/said") || { cat "$scratch/said" >&2; fail "failed: $*"; }
    [ "$got" = "$wanted" ] || fail "expected \`$wanted\`, got \`$got\`: $*"
}

# smoke COMMAND...: asks a command what its users ask.
smoke() {
    local board='0 0 0\n0 1 0\n0 0 0\n'
    expect "yomikiri $version" "$@" --version
    expect draw "$@" solve tictactoe
    expect "first 7" "$@" solve mnk:rows=3,cols=4,line=3 --ask distance
    expect "second 7" "$@" solve connect4 445334435 --ask distance
    # An answer for a judge, from stdin.
    printf "$board" >"$scratch/board"
    expect Takahashi "$@" contest abc349e <"$scratch/board"
    "$@" prove tictactoe -o - >"$scratch/proof" 2>/dev/null
    "$@" check - <"$scratch/proof" | tail -n 1 | grep -qx proved || fail "no proof: $*"
    "$@" man | grep -q '^\.TH' || fail "no manual: $*"
}

# serves COMMAND...: asks the page that a command serves.
serves() {
    "$@" serve --no-open --port 0 >"$scratch/address" 2>"$scratch/said" &
    local server=$! found=""
    for _ in $(seq 100); do
        [ -s "$scratch/address" ] && break
        sleep 0.1
    done
    found=$(python3 - "$(head -n 1 "$scratch/address")" <<'PYTHON'
import json, sys, urllib.request
base = sys.argv[1].rstrip("/")
page = urllib.request.urlopen(base + "/").read()
ask = base + "/api/v1/position?game=tictactoe"
print(b"<html" in page, json.load(urllib.request.urlopen(ask))["winner"])
PYTHON
    ) || found="no answer"
    kill "$server"
    wait "$server" || true
    [ "$found" = "True draw" ] || fail "served: $found"
}

# is_static FILE: whether a program needs no library and no loader.
is_static() {
    local said
    said=$(ldd "$1" 2>&1) || true
    grep -Eq 'not a dynamic executable|statically linked' <<<"$said"
}

command_part() {
    heading "cargo install --path crates/cli --profile $profile"
    cargo install --quiet --locked --path crates/cli --profile "$profile" --root "$scratch/root" \
        --target-dir "$target" --no-track
    # Where nothing of the checkout is at hand.
    (cd "$scratch" && smoke "$installed" && serves "$installed")
    noted "cargo install: the command answers ($(($(stat -c %s "$installed") / 1000)) KB)"
}

# Builds the command if no part before did.
need_command() { [ -x "$installed" ] || command_part; }

# staged FOLDER COMMAND: lays out the command and what belongs to it as under /usr.
staged() {
    local folder=$1 binary=$2 doc=$1/share/doc/yomikiri
    install -Dm755 "$binary" "$folder/bin/yomikiri"
    install -Dm644 -t "$doc" README.md README.ja.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE
    mkdir -p "$folder/share/man/man1"
    "$binary" man "$folder/share/man/man1"
    gzip -9n "$folder"/share/man/man1/*
    local share=$folder/share
    mkdir -p "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d"
    "$binary" completions bash >"$share/bash-completion/completions/yomikiri"
    "$binary" completions zsh >"$share/zsh/vendor-completions/_yomikiri"
    "$binary" completions fish >"$share/fish/vendor_completions.d/yomikiri.fish"
}

static_part() {
    need_command
    heading "a command that needs no library"
    local binary=$installed how="linked with the archives of the C library that are installed" host musl
    host=$(rustc -vV | sed -n 's/^host: //p')
    musl=$machine-unknown-linux-musl
    # crates/cli/build.rs links this way wherever the archives are; elsewhere the target has to be told.
    if ! is_static "$binary"; then
        if [ -d "$(rustc --print sysroot)/lib/rustlib/$musl" ] && command -v musl-gcc >/dev/null; then
            how="for musl"
            cargo build --quiet --locked --profile "$profile" -p yomikiri-cli --target "$musl"
            binary=$target/$musl/$profile/yomikiri
        else
            how="with +crt-static"
            # (With a target named, procedural macros are built without the flag.)
            RUSTFLAGS="-C target-feature=+crt-static" cargo build --quiet --locked --profile "$profile" \
                -p yomikiri-cli --target "$host"
            binary=$target/$host/$profile/yomikiri
        fi
    fi
    ldd "$binary" 2>&1 || true
    is_static "$binary" || fail "it needs libraries"
    local name=yomikiri-$version-$machine-linux
    staged "$scratch/$name" "$binary"
    tar -C "$scratch" --owner=0 --group=0 --sort=name -czf "$out/$name.tar.gz" "$name"
    # Unpacked in an empty root, where there is no loader and no library, if we may make one.
    mkdir "$scratch/empty"
    tar -C "$scratch/empty" --strip-components=1 -xzf "$out/$name.tar.gz"
    if [ "$(id -u)" = 0 ] && chroot "$scratch/empty" /bin/yomikiri --version >/dev/null 2>&1; then
        smoke chroot "$scratch/empty" /bin/yomikiri
        how+=", run in an empty root"
    else
        smoke "$scratch/empty/bin/yomikiri"
    fi
    made "$out/$name.tar.gz" "$how"
}

deb_part() {
    need_command
    heading "a package for Debian"
    command -v dpkg-deb >/dev/null || { noted "deb: left out, there is no dpkg-deb"; return; }
    # Made by hand from a folder: it takes no tool that has to be compiled first.
    local root=$scratch/deb arch depends=""
    arch=$(dpkg --print-architecture)
    staged "$root/usr" "$installed"
    is_static "$installed" || depends="Depends: libc6, libgcc-s1"$'\n'
    mv "$root/usr/share/doc/yomikiri/CHANGELOG.md" "$root/usr/share/doc/yomikiri/changelog"
    gzip -9n "$root/usr/share/doc/yomikiri/changelog"
    cat LICENSE-MIT LICENSE-APACHE >"$root/usr/share/doc/yomikiri/copyright"
    rm "$root"/usr/share/doc/yomikiri/LICENSE-*
    mkdir "$root/DEBIAN"
    cat >"$root/DEBIAN/control" <<CONTROL
Package: yomikiri
Version: $version
Architecture: $arch
Maintainer: $(sed -n 's/^authors = \["\(.*\)"\]$/\1/p' Cargo.toml) <yomikiri@example.org>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
${depends}Section: games
Priority: optional
Description: exact solver of two-player games of perfect information
 Given the rules of a game, yomikiri says who wins, by how much and with which
 moves. Every answer is exact, or a proven range, or it says why there is none.
 It plays in the browser and in the terminal, proves values by certificates,
 builds tables of whole games, and answers contest problems.
CONTROL
    local deb=$out/yomikiri_${version}_$arch.deb
    dpkg-deb --root-owner-group --build "$root" "$deb" >/dev/null
    # Installed by dpkg, with an administration of its own.
    local there=$scratch/debian
    mkdir -p "$there/var/lib/dpkg/info" "$there/var/lib/dpkg/updates"
    touch "$there/var/lib/dpkg/status"
    if [ "$(id -u)" = 0 ]; then
        dpkg --root="$there" --force-depends --install "$deb"
        dpkg --root="$there" --status yomikiri | grep -qx 'Status: install ok installed'
    else
        dpkg-deb --extract "$deb" "$there"
    fi
    smoke "$there/usr/bin/yomikiri"
    gzip -t "$there"/usr/share/man/man1/yomikiri.1.gz "$there"/usr/share/doc/yomikiri/changelog.gz
    made "$deb" "installed by dpkg into a root of its own"
}

# base_image NAME: makes the image that compiles out of Debian's packages and this machine's toolchain, for builds without
# a network: it finds the crates that were fetched.
base_image() {
    local root=$scratch/base base
    debootstrap --variant=minbase --include=gcc,libc6-dev "${1##*-}" "$root" >"$scratch/said" || fail "no Debian: $(tail -n 1 "$scratch/said")"
    mkdir "$root/usr/local/rust"
    cp -a "$(rustc --print sysroot)/." "$root/usr/local/rust"
    base=$(buildah from scratch)
    buildah add --quiet "$base" "$root" / >/dev/null
    buildah config --env PATH=/usr/local/rust/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        --env CARGO_HOME=/usr/local/cargo --env CARGO_NET_OFFLINE=true "$base"
    buildah commit --quiet --rm "$base" "$1" >/dev/null
    rm -rf "$root"
}

container_part() {
    heading "an image"
    local engine container base
    base=$(sed -n 's/^FROM \(.*\) AS build$/\1/p' Containerfile)
    for engine in podman docker; do
        if "$engine" info >/dev/null 2>&1 &&
            { "$engine" image inspect "$base" || "$engine" pull "$base"; } >/dev/null 2>&1; then
            "$engine" build --file Containerfile --tag "yomikiri:$version" .
            smoke "$engine" run --rm --interactive "yomikiri:$version"
            noted "container: yomikiri:$version answers ($engine)"
            return
        fi
    done
    # buildah needs no registry and no daemon, but it needs root.
    if [ "$(id -u)" != 0 ] || ! command -v buildah >/dev/null || ! command -v debootstrap >/dev/null; then
        noted "container: left out, for there is no podman or docker with a registry, and no buildah with debootstrap"
        return
    fi
    base_image "docker.io/library/$base"
    cargo fetch --quiet --locked
    buildah build --isolation chroot --file Containerfile --tag "yomikiri:$version" \
        --volume "${CARGO_HOME:-$HOME/.cargo}/registry:/usr/local/cargo/registry:O" .
    container=$(buildah from "yomikiri:$version")
    smoke buildah run --isolation chroot "$container" -- /usr/bin/yomikiri
    buildah rm "$container" >/dev/null
    noted "container: yomikiri:$version answers (buildah, on an image made here)"
}

wheel_part() {
    heading "a wheel"
    ci/venv "$scratch/maturin" 'maturin>=1.9,<2'
    (cd crates/python && CARGO_TARGET_DIR="$target/python" \
        "$scratch/maturin/bin/maturin" build --quiet --release --locked --out "$scratch/wheel")
    local wheel
    wheel=$(ls "$scratch"/wheel/*.whl)
    case $wheel in *"/yomikiri-$version-cp39-abi3-"*) ;; *) fail "a wheel of another version: $wheel" ;; esac
    ci/venv "$scratch/venv" "$wheel"
    (cd "$scratch" && venv/bin/python - "$version" <<'PYTHON'
import importlib.metadata, sys
import yomikiri

assert importlib.metadata.version("yomikiri") == sys.argv[1]
game = yomikiri.Game("connect4:cols=5,rows=4")
board = game.start()
board.push("3")
print("connect4:cols=5,rows=4 after 3:", yomikiri.Solver(game).solve(board, ask="distance"))
PYTHON
    )
    cp "$wheel" "$out/"
    made "$out/$(basename "$wheel")" "installed by pip into a fresh environment"
}

crates_part() {
    heading "cargo package"
    local packages=() manifest
    for manifest in crates/*/Cargo.toml; do
        # (The Python package is a wheel.)
        [ "$manifest" = crates/python/Cargo.toml ] || packages+=("$(sed -n '0,/^name = /s/^name = "\(.*\)"$/\1/p' "$manifest")")
    done
    # None is published, so cargo cannot look them up in a registry; what it would verify is compiled below.
    cargo package --quiet --offline --allow-dirty --no-verify --exclude-lockfile --target-dir "$target" \
        "${packages[@]/#/--package=}"
    local package file
    for package in "${packages[@]}"; do
        file=$target/package/$package-$version.crate
        [ -f "$file" ] || fail "no $file"
        # Each stands alone: what its code includes is in it.
        tar -tzf "$file" >"$scratch/files"
        grep -q "/src/" "$scratch/files" || fail "$package: no source"
        cp "$file" "$out/"
        made "$out/$(basename "$file")" "$(wc -l <"$scratch/files") files"
    done
    tar -tzf "$target/package/yomikiri-games-$version.crate" >"$scratch/files"
    grep -q '/rules/hexapawn.toml$' "$scratch/files" \
        || fail "yomikiri-games: the rules files that it includes are missing"
    # Compiled from the packages alone, unpacked side by side.
    mkdir "$scratch/crates"
    for package in "${packages[@]}"; do
        tar -C "$scratch/crates" -xzf "$target/package/$package-$version.crate"
    done
    {
        printf '[workspace]\nresolver = "3"\nmembers = ["*-%s"]\n[patch.crates-io]\n' "$version"
        for package in "${packages[@]}"; do
            printf '%s = { path = "%s-%s" }\n' "$package" "$package" "$version"
        done
    } >"$scratch/crates/Cargo.toml"
    cp Cargo.lock "$scratch/crates/"
    cargo check --quiet --offline --manifest-path "$scratch/crates/Cargo.toml" --target-dir "$target/packaged" \
        -p yomikiri-cli
    noted "crates: packaged with --no-verify, since they need each other and none is published; the command compiles from the packages alone"
}

semver_part() {
    heading "cargo semver-checks"
    local before
    before=$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null) || {
        # The commit that brought this version is the first that holds this line.
        before=$(git log --format=%H -S"version = \"$version\"" -- Cargo.toml | tail -n 1)~1
    }
    git rev-parse --quiet --verify "$before^{commit}" >/dev/null \
        || { noted "semver: left out, this clone has no history"; return; }
    command -v cargo-semver-checks >/dev/null || cargo install --quiet --locked cargo-semver-checks
    # The libraries that others build on; the rest serve the command.
    local folder package
    for folder in core solve check; do
        package=$(sed -n '0,/^name = /s/^name = "\(.*\)"$/\1/p' "crates/$folder/Cargo.toml")
        cargo semver-checks --package "$package" --baseline-rev "$before"
    done
    noted "semver: the version fits what changed since $(git log -1 --format='%h of %as' "$before")"
}

parts=("$@")
[ $# -gt 0 ] || parts=(command static deb container wheel crates semver)
for part in "${parts[@]}"; do
    declare -F "${part}_part" >/dev/null || fail "there is no part \`$part\`"
done
for part in "${parts[@]}"; do
    started=$SECONDS
    "${part}_part"
    echo "($part: $((SECONDS - started)) s)"
done
printf '\n== yomikiri %s, in %d s\n%s' "$version" "$SECONDS" "$said"
