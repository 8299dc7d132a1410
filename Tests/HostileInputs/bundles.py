"""Damages bundles: contents of files, trees of files, and archives of them. The same seed gives the same bundle."""

import io
import os
import pathlib
import plistlib
import random
import struct
import sys
import tarfile
import warnings
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests/Fuzzing"))
seeds = __import__("make-seeds")

# Reads everything that policies can read from a bundle.
POLICY = '''policy "reader" { summary = "Reads everything that a bundle has", include = "apple.recommended" }
rule "everything" { summary = "s", check = function(bundle, report)
  -- What cannot be read is an error of its own here, so that one damaged file keeps nothing else from being read.
  local function look(value, depth)
    if plist.type(value) == "dictionary" or plist.type(value) == "array" then
      if depth < 20 then for key, inner in pairs(value) do look(inner, depth + 1) end end
    else tostring(value) end
  end
  look(bundle.info, 0)
  pcall(function() look(bundle.entitlements or 0, 0) end)
  local function facts(file)
    for _, name in ipairs { "sha256", "size", "mode", "target", "destination", "executable", "type", "png", "icns", "catalog", "mach_o", "profile", "archive", "problem" } do
      pcall(function() return file[name] end)
    end
    pcall(function() return file.png and file.png.width + file.png.bit_depth end)
    pcall(function() for _, asset in ipairs(file.catalog and file.catalog.assets or {}) do local _ = asset.name .. asset.images[1].file end end)
    pcall(function()
      local profile = file.profile
      for _, certificate in ipairs(profile and profile.certificates or {}) do local _ = certificate.sha256 .. tostring(certificate.expires) end
      if profile then look(profile.properties, 0) local _ = { profile.kind, profile.expires, profile.is_intact, #profile.devices } end
    end)
    pcall(function() for _, image in ipairs(file.icns and file.icns.images or {}) do local _ = image.width + image.scale end end)
    local function names(slice)
      for _, name in ipairs { "exports", "imports", "classes", "used_classes", "selectors", "swift_modules" } do
        pcall(function() for key in pairs(slice[name] or {}) do local _ = key end end)
      end
    end
    local function members(archive)
      for _, member in ipairs(archive and archive.members or {}) do pcall(function() if member.slice then names(member.slice) end end) end
    end
    pcall(function() members(file.archive) end)
    pcall(function()
      for _, slice in ipairs(file.mach_o and file.mach_o.slices or {}) do
        names(slice)
        pcall(function() members(slice.archive) end)
        for _, library in ipairs(slice.libraries) do local _ = library.name .. library.current_version .. library.resolution end
        for _, build in ipairs(slice.builds) do local _ = build.platform .. build.minimum_os end
        local _ = { slice.uuid, slice.id, slice.cryptid, slice.minimum_os, slice.sdk, #slice.rpaths, #slice.flags, slice.has_code_signature }
      end
    end)
  end
  pcall(function()
    for path, file in pairs(bundle.files) do
      facts(file)
      if path:find("%.%a*plist$") or path:find("%.strings%a*$") or path:find("%.xcprivacy$") then
        pcall(function() local read = bundles.read(bundle, path) if read then look(read, 0) plist.diagnostics(read) end end)
      end
    end
  end)
  for _, language in ipairs(bundle.localizations) do
    pcall(bundles.localized_info, bundle, language)
    pcall(bundles.strings, bundle, "Localizable", language)
    pcall(bundles.resource, bundle, "Localizable", "strings", language)
  end
  pcall(bundles.strays, bundle) pcall(bundles.twins, bundle) pcall(plist.diagnostics, bundle.info)
  report("read %s, kind %s", bundle.name, bundle.kind, { severity = "note" })
end }
rule "grows" { summary = "s", increases = "CFBundleVersion" }
rule "languages" { summary = "s", localize = { keys = "CFBundleName", tables = "Localizable" } }
'''


class File:
    def __init__(self, content=b"", mode=0o644):
        self.content, self.mode = content, mode


class Link:
    def __init__(self, target):
        self.target = target


class Odd:
    """A FIFO, a socket, a directory without permissions."""

    def __init__(self, kind):
        self.kind = kind


def read_tree(folder):
    tree = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            tree[name] = Link(os.readlink(path))
        elif path.is_file():
            tree[name] = File(path.read_bytes(), path.stat().st_mode & 0o777)
    return tree


def generated():
    """Bundles that contain every kind of file that is read."""
    info, strings = dict(seeds.INFO), seeds.STRINGS
    extension = {**info, "CFBundleIdentifier": "com.example.seed.share", "NSExtension": {"NSExtensionPointIdentifier": "com.apple.share-services"}}
    privacy = plistlib.dumps({"NSPrivacyTracking": False, "NSPrivacyCollectedDataTypes": [], "NSPrivacyAccessedAPITypes": []})
    facts = {name: content for name, content in seeds.file_facts()}
    phone = {
        "Info.plist": File(plistlib.dumps(info, fmt=plistlib.FMT_BINARY)), "Seed": File(seeds.mach_o(), 0o755), "PkgInfo": File(b"APPL????"),
        "fr.lproj/InfoPlist.strings": File(strings.encode("utf-16")), "en.lproj/InfoPlist.strings": File(b'CFBundleName = "Seed";'),
        "en.lproj/Localizable.strings": File(b'"a" = "b";'), "fr.lproj/Localizable.strings": File(b'"a" = "c"; "d" = "e";'),
        "en.lproj/Plural.stringsdict": File(plistlib.dumps({"n": {"NSStringLocalizedFormatKey": "%#@n@"}})),
        "PrivacyInfo.xcprivacy": File(privacy), "Base.lproj/Main.nib": File(b"nib"), "Settings.bundle/Root.plist": File(plistlib.dumps({"PreferenceSpecifiers": []})),
        "PlugIns/Share.appex/Info.plist": File(plistlib.dumps(extension)), "PlugIns/Share.appex/Share": File(seeds.mach_o(), 0o755),
        "Frameworks/Kit.framework/Info.plist": File(plistlib.dumps({**info, "CFBundleIdentifier": "com.example.kit"})),
        "Frameworks/Kit.framework/Kit": File(seeds.universal(), 0o755),
        "embedded.mobileprovision": File(facts["profile.mobileprovision"]),
        **{f"Facts/{name}": File(content) for name, content in facts.items()},
    }
    mac = {f"Contents/Resources/{name}" if not name.startswith(("Info", "PkgInfo", "Seed", "PlugIns", "Frameworks")) else
           f"Contents/MacOS/{name}" if name == "Seed" else f"Contents/{name}": node for name, node in phone.items()}
    for name in [name for name in mac if "Kit.framework" in name]:
        mac[name.replace("Kit.framework/", "Kit.framework/Versions/A/" + ("Resources/" if name.endswith("plist") else ""))] = mac.pop(name)
    kit = "Contents/Frameworks/Kit.framework/"
    mac.update({kit + "Versions/Current": Link("A"), kit + "Kit": Link("Versions/Current/Kit"), kit + "Resources": Link("Versions/Current/Resources")})
    mac["Contents/embedded.provisionprofile"] = mac.pop("Contents/Resources/embedded.mobileprovision")
    return [("Seed.app", phone), ("Seed.app", mac)]


NAMES = [
    "a\nb", "\x1b[31mred", "..\u200d", "caf\u00e9", "cafe\u0301", "\u202egnp.exe", "con", " ", "-rf", "a" * 255, "~", "a:b", "A", "a", "INFO.PLIST",
    "info.plist", "Info.plist.", "*.plist", "[", "{a,b}", "%s", "::error::x", "<b>", "&amp;", "'", '"', "\\", "$(HOME)", "\u0000".replace("\0", "\x01"),
    b"\xff\xfe".decode("utf-8", "surrogateescape"), "x.app", "x.framework", "x.lproj", "x.xcframework", "Versions", "Contents", "Resources",
]
TARGETS = ["", ".", "..", "../../../../../../etc/passwd", "/etc/passwd", "/dev/zero", "/dev/tty", "/", "/proc/self/root", "Info.plist", "gone", "a/../b", "x" * 4000,
           "./././.", "Contents/../Contents", "\x1b[2J"]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.links = 0

    def pick(self, choices):
        return self.random.choice(choices)

    def damaged(self, content):
        """Bytes with random changes."""
        r = self.random
        content = bytearray(content)
        for _ in range(r.randint(1, 4)):
            roll = r.random()
            at = r.randrange(len(content)) if content else 0
            if roll < 0.2:
                del content[at:]
            elif roll < 0.45 and content:
                for _ in range(r.randint(1, 8)):
                    content[r.randrange(len(content))] ^= 1 << r.randrange(8)
            elif roll < 0.6 and content:
                # Typical values of numbers, lengths and offsets.
                width = self.pick([1, 2, 4, 8])
                value = self.pick([0, 1, 0x7F, 0x80, 0xFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, len(content), len(content) - 1])
                content[at:at + width] = (value & ((1 << 8 * width) - 1)).to_bytes(width, self.pick(["big", "little"]))
            elif roll < 0.7:
                end = min(len(content), at + r.randint(1, 64))
                content[at:at] = content[at:end] * r.randint(1, 50)
            elif roll < 0.8:
                content[at:at + r.randint(0, 16)] = bytes(r.randrange(256) for _ in range(r.randint(0, 16)))
            elif roll < 0.85:
                content = content + bytes(r.randint(1, 5000))
            elif roll < 0.9:
                content = bytearray(bytes(content).decode("latin-1").encode(self.pick(["utf-16", "utf-32", "utf-8"])))
            else:
                to = r.randrange(len(content) + 1)
                content[to:to] = content[at:at + r.randint(1, 200)]
        return bytes(content)

    def property_list(self):
        """A property list that normal tools never write."""
        r = self.random
        depth = self.pick([3, 63, 64, 65, 511, 513, 5000])
        huge = self.pick([10, 1000, 20000])
        return self.pick([
            lambda: b"<plist>" + b"<array>" * depth + b"</array>" * depth + b"</plist>",
            lambda: b"<plist>" + b"<dict><key>a</key>" * depth + b"<true/>" + b"</dict>" * depth + b"</plist>",
            lambda: b"{a=" * depth + b"b;" + b"}" * depth, lambda: b"(" * depth + b")" * depth,
            lambda: b"<plist><dict>" + b"<key>a</key><true/>" * huge + b"</dict></plist>",
            lambda: b"<plist><dict>" + b"".join(b"<key>k%d</key><integer>%d</integer>" % (i, i) for i in range(huge)) + b"</dict></plist>",
            lambda: b'<!DOCTYPE p [<!ENTITY a "aaaaaaaaaa">' + b"".join(b'<!ENTITY %c "&%c;&%c;&%c;&%c;">' % (98 + i, 97 + i, 97 + i, 97 + i, 97 + i) for i in range(15)) + b"]><plist><string>&p;</string></plist>",
            lambda: b'<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><plist><string>&x;</string></plist>',
            lambda: b"<plist><dict><key>CFBundleVersion</key><integer>" + b"9" * huge + b"</integer></dict></plist>",
            lambda: b"<plist><dict><key>CFBundleVersion</key><string>" + b"1." * huge + b"</string></dict></plist>",
            lambda: b"<plist><dict><key>CFBundleIdentifier</key><string>" + b"a." * huge + b"</string></dict></plist>",
            lambda: b"<plist><dict><key>CFBundleName</key><string>&#x1b;[31m\xe2\x80\xae&#10;</string></dict></plist>",
            lambda: b"<plist><dict><key>d</key><date>" + self.pick([b"2020-02-30T00:00:00Z", b"99999999-01-01T00:00:00Z", b"-1", b""]) + b"</date></dict></plist>",
            lambda: b"<plist><dict><key>d</key><data>" + b"A" * huge + b"</data><key>r</key><real>" + self.pick([b"1e999", b"nan", b"-inf", b"0x1p9"]) + b"</real></dict></plist>",
            lambda: plistlib.dumps({"a": {str(i): [i] * 20 for i in range(huge // 10)}}, fmt=plistlib.FMT_BINARY),
            lambda: plistlib.dumps({**seeds.INFO, "CFBundleLocalizations": ["x"] * huge, "CFBundleDevelopmentRegion": ["en"], "CFBundleIconFile": "../../x",
                                    "CFBundleExecutable": self.pick(["../../../../bin/sh", "/bin/sh", "", "a/b", ".", "x" * 300])}),
            lambda: plistlib.dumps({key: self.pick([{}, [], 1, "x", True, b"x"]) for key in seeds.INFO}),
            lambda: b"bplist00" + bytes(r.randrange(256) for _ in range(r.randint(0, 300))) + seeds.trailer(self.pick([0, 1, 2, 8, 255]), self.pick([0, 1, 8]), r.randint(0, 1 << 40), 0, r.randint(0, 400)),
            lambda: b'"a" = "b' * huge, lambda: b"/*" * huge, lambda: b'"a"="b";\n' * huge, lambda: b"", lambda: b"\0" * huge, lambda: b"\xef\xbb\xbf" + b"{",
            lambda: b"bplist00" + b"".join(bytes([0xAA]) + bytes([i + 1]) * 10 for i in range(20)) + b"\x09" + bytes(8 + 11 * i for i in range(20) if 8 + 11 * i < 256) + b"\xe4" + seeds.trailer(1, 1, 21, 0, 229),
        ])()

    def path(self, tree):
        return self.pick(sorted(tree)) if tree else "Info.plist"

    def change(self, tree):
        """Makes one change to a tree."""
        r = self.random
        path = self.path(tree)
        node = tree.get(path)
        folder = path.rsplit("/", 1)[0] + "/" if "/" in path else ""
        roll = r.random()
        if roll < 0.3:
            files = [name for name, node in tree.items() if isinstance(node, File)]
            if files:
                name = self.pick(sorted(files))
                tree[name] = File(self.damaged(tree[name].content), tree[name].mode)
        elif roll < 0.42:
            lists = [name for name, node in tree.items() if isinstance(node, File) and name.endswith((".plist", ".strings", ".xcprivacy", ".stringsdict"))]
            if lists:
                tree[self.pick(sorted(lists))] = File(self.property_list())
        elif roll < 0.47:
            tree.pop(path, None)
        elif roll < 0.53:
            tree[folder + self.pick(NAMES)] = node or File(b"x")
        elif roll < 0.60:
            tree[path] = Link(self.pick(TARGETS + [self.path(tree), path.rsplit("/", 1)[-1]]))
        elif roll < 0.66:
            # A web of links: each leads to two others, or around a ring.
            count = self.pick([2, 10, 40, 300])
            if self.links + count <= 600:
                self.links += count
                for i in range(count):
                    tree[f"{folder}web{i}"] = Link(self.pick([f"web{(i + 1) % count}/web{(i + 2) % count}", f"web{(i + 1) % count}", f"./web{(i + 1) % count}/.", "."]))
        elif roll < 0.70:
            # Replaces a folder by a link to itself, its parent or its sibling.
            if folder:
                for name in [name for name in tree if name.startswith(folder)]:
                    if r.random() < 0.5:
                        tree.pop(name)
                if not any(name.startswith(folder) for name in tree):
                    tree[folder[:-1]] = Link(self.pick([".", "..", folder.split("/")[0], "../" * folder.count("/")]))
        elif roll < 0.75:
            tree[self.pick([path, folder + "odd", folder + "Info.plist", folder + "en.lproj/InfoPlist.strings"])] = Odd(self.pick(["fifo", "fifo", "socket", "closed"]))
        elif roll < 0.80:
            tree[folder + "/".join(["d"] * self.pick([5, 60, 200, 900])) + "/f"] = File(b"x")
        elif roll < 0.84:
            nested = folder
            for _ in range(self.pick([1, 5, 70])):
                nested += self.pick(["PlugIns/X.appex/", "Frameworks/X.framework/", "Contents/PlugIns/X.appex/", "X.app/"])
                tree[nested + "Info.plist"] = File(plistlib.dumps(seeds.INFO))
        elif roll < 0.88:
            for i in range(self.pick([10, 500])):
                tree[f"{folder}many{i}"] = File(b"%d" % i)
        elif roll < 0.92 and isinstance(node, File):
            tree[path] = File(node.content, self.pick([0, 0o111, 0o4755, 0o222, 0o777]))
        elif roll < 0.96:
            other = self.path(tree)
            if isinstance(tree.get(other), File) and isinstance(node, File):
                tree[path], tree[other] = tree[other], node
        else:
            tree[path + self.pick(["/Info.plist", "/x", ".app/Contents/Info.plist"])] = File(plistlib.dumps(seeds.INFO))

    def write(self, tree, folder):
        """Writes a tree; ignores files that the system rejects."""
        folder = os.fsencode(folder)
        os.makedirs(folder, exist_ok=True)
        closed = []
        for name in sorted(tree):
            node = tree[name]
            at = os.path.join(folder, *[os.fsencode(part) for part in name.split("/") if part not in ("", ".", "..")])
            try:
                make_folders(os.path.dirname(at), folder)
                # Does not write through links.
                if not inside(at, folder) or os.path.lexists(at):
                    continue
                if isinstance(node, Link):
                    os.symlink(os.fsencode(node.target) or b".", at)
                elif isinstance(node, Odd):
                    if node.kind == "fifo":
                        os.mkfifo(at)
                    elif node.kind == "socket":
                        os.mknod(at, 0o140644)
                    else:
                        os.mkdir(at)
                        closed.append(at)
                else:
                    with open(at, "wb") as file:
                        file.write(node.content)
                    os.chmod(at, node.mode)
            except (OSError, ValueError):
                continue
        for at in closed:
            os.chmod(at, 0)

    def archive(self, tree, root):
        """An archive of a tree, preceded by its name."""
        r = self.random
        names = [name for name in sorted(tree) if not isinstance(tree[name], Odd)]
        if r.random() < 0.75:
            target = io.BytesIO()
            with zipfile.ZipFile(target, "w") as archive:
                for name in names:
                    node = tree[name]
                    at = self.entry_name(f"{root}/{name}")
                    entry = zipfile.ZipInfo(at.encode("utf-8", "replace").decode(), (2024, 1, 1, 0, 0, 0))
                    entry.compress_type = self.pick([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
                    entry.external_attr = (0o120777 if isinstance(node, Link) else 0o100000 | node.mode) << 16
                    archive.writestr(entry, node.target.encode("utf-8", "replace") if isinstance(node, Link) else node.content)
                if r.random() < 0.1:
                    bomb = zipfile.ZipInfo(f"{root}/bomb", (2024, 1, 1, 0, 0, 0))
                    bomb.compress_type = zipfile.ZIP_DEFLATED
                    archive.writestr(bomb, bytes(self.pick([1 << 20, 1 << 25])))
            name, content = self.pick(["Seed.ipa", "Seed.zip", "Seed.app.zip"]), target.getvalue()
        else:
            target = io.BytesIO()
            mode = self.pick(["w", "w:gz", "w:xz", "w:bz2"])
            with tarfile.open(fileobj=target, mode=mode, format=self.pick([tarfile.PAX_FORMAT, tarfile.GNU_FORMAT])) as archive:
                for name in names:
                    node = tree[name]
                    entry = tarfile.TarInfo(self.entry_name(f"{root}/{name}"))
                    if isinstance(node, Link):
                        entry.type, entry.linkname = self.pick([tarfile.SYMTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE]), node.target
                        archive.addfile(entry)
                    else:
                        entry.size, entry.mode = len(node.content), node.mode
                        if r.random() < 0.02:
                            entry.type = self.pick([tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.DIRTYPE])
                        archive.addfile(entry, io.BytesIO(node.content))
            name, content = {"w": "Seed.tar", "w:gz": "Seed.tar.gz", "w:xz": "Seed.tar.xz", "w:bz2": "Seed.tar.bz2"}[mode], target.getvalue()
        return name, self.damaged(content) if r.random() < 0.6 else content

    def entry_name(self, name):
        if self.random.random() < 0.01:
            name = self.pick(["../" + name, "/" + name, name.replace("/", "\\"), name + "/", "./" + name, name.upper(), "", "a/../" + name])
        return name


def make_folders(path, top):
    missing = []
    while len(path) > len(top) and not os.path.lexists(path):
        missing.append(path)
        path = os.path.dirname(path)
    for path in reversed(missing):
        os.mkdir(path)


def inside(path, top):
    return os.path.realpath(os.path.dirname(path)).startswith(os.path.realpath(top))


def bases():
    found = generated()
    for path in sorted((ROOT / "Examples").glob("*.app")) + sorted((ROOT / "Examples/iOS").glob("*.app")):
        found.append((path.name, read_tree(path)))
    return found


warnings.filterwarnings("ignore", "Duplicate name", UserWarning)


def make(seed, bases, folder):
    """Writes the damaged bundle for a seed to a folder. Returns a description and the program's arguments for checking it."""
    generator = Generator(seed)
    r = generator.random
    name, tree = generator.pick(bases)
    tree = dict(tree)
    for _ in range(r.randint(1, 6)):
        generator.change(tree)
    if r.random() < 0.3:
        root = generator.pick(["Payload/" + name, name, "Products/Applications/" + name])
        bundle, content = generator.archive(tree, root)
        pathlib.Path(folder, bundle).write_bytes(content)
    else:
        root, bundle = None, name
        generator.write(tree, os.path.join(folder, bundle))
    pathlib.Path(folder, "policy.lua").write_text(POLICY)
    roll = r.random()
    if roll < 0.80:
        arguments = ["check", "--policy", "policy.lua", "--format", "json", bundle]
    elif roll < 0.88:
        sound = generator.pick([path for path in sorted((ROOT / "Examples").glob("*.app"))])
        arguments = ["check", "--policy", "policy.lua", "--format", "json", "--previous", bundle, str(sound)]
    else:
        arguments = ["check", "--policy", "policy.lua", "--format", "json", "--recursive", "."]
    return ("previous" if "--previous" in arguments else "recursive" if arguments[-1] == "." else "archive" if root else "folder"), arguments
