#!/usr/bin/env python3
"""Writes small valid files as a fuzzer's initial corpus. usage: make-seeds.py TARGET FOLDER

All files are generated or come from the examples; a target without an entry starts with an empty corpus."""

import datetime
import hashlib
import importlib
import io
import pathlib
import plistlib
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests/HostileInputs"))
INFO = {
    "CFBundleIdentifier": "com.example.seed", "CFBundleName": "Seed", "CFBundleName~ipad": "Seed HD", "CFBundleVersion": "1.2.3",
    "CFBundleExecutable": "Seed", "CFBundleDevelopmentRegion": "en", "CFBundleLocalizations": ["en", "fr", "zh_TW"],
    "UIDeviceFamily": [1, 2], "LSRequiresIPhoneOS": True, "Ratio": 0.5, "Icon": b"\x89PNG",
}
STRINGS = '/* comment */ "CFBundleName" = "Graine\\U00e9\\351";\n// another\nCFBundleDisplayName = \'x\';\nshort;\n'


def property_lists():
    for path in sorted((ROOT / "Examples").rglob("*")):
        if path.suffix in (".plist", ".strings", ".xcprivacy") and path.is_file():
            name = "-".join(path.relative_to(ROOT / "Examples").parts)
            content = path.read_bytes()
            yield name, content
            if path.suffix == ".plist" and "Broken" not in name:
                yield name + ".binary", plistlib.dumps(plistlib.loads(content), fmt=plistlib.FMT_BINARY)
    values = {
        "small": -1, "large": 2**64 - 1, "wide": 2**40, "real": 1.5, "uid": plistlib.UID(70000), "text": "é😀", "ascii": "plain",
        "data": bytes(range(40)), "list": [[], {}, True, False, ""] + list(range(20)),
    }
    yield "kinds.xml", plistlib.dumps({**values, "uid": 1}, fmt=plistlib.FMT_XML)
    yield "kinds.binary", plistlib.dumps(values, fmt=plistlib.FMT_BINARY)
    yield "set.binary", b"bplist00" + bytes.fromhex("c20102" "09" "5133" "080b0c") + trailer(1, 1, 3, 0, 14)
    odd = ('<?xml version="1.0" encoding="ISO-8859-1"?><!-- c --><plist><dict><key>a&#65;<![CDATA[<b>]]></key><integer> -0x1F</integer>'
           '<key>u</key><dict><key>CF$UID</key><integer>3</integer></dict><key>d</key><date>2020-02-30T00:00:00Z</date>'
           '<key>n</key><real>nan</real><key>n</key><data>aG\xe9k=</data></dict></plist>')
    yield "odd.xml", odd.encode("latin-1")
    yield "attributes.xml", b'<plist a="b"><dict c=\'&gt;\'><key d="/">k</key><string e="x>y">v</string></dict></plist>'
    yield "controls.xml", b'<plist><string>a\x1b\x08b\xef\xbf\xbe&lt;<![CDATA[\x01]]></string></plist>'
    yield "declaration.xml", b' <?xml version="1.0" encoding = "ISO-8859-1"?><!DOCTYPE plist SYSTEM "a"><?p > ?><plist><true/></plist>'
    yield "utf16.xml", "<plist><string>é</string></plist>".encode("utf-16")
    yield "old-style", b'{ a = "b\\U00e9\\351"; c = ( 1, <68 65>, <*I5>, <*R1.5>, <*BY>, { d = e; }, ); } // end'
    for encoding in ("utf-8", "utf-16", "utf-32"):
        yield f"{encoding}.strings", STRINGS.encode(encoding)
    yield "plural.stringsdict", plistlib.dumps({"n": {"NSStringLocalizedFormatKey": "%#@n@", "n": {"NSStringFormatSpecTypeKey": "x"}}})
    yield "table.loctable", plistlib.dumps({"en": {"a": "b"}, "fr": {"a": "c"}}, fmt=plistlib.FMT_BINARY)


def trailer(offset_size, reference_size, objects, top, table):
    return struct.pack(">6xBBQQQ", offset_size, reference_size, objects, top, table)


def png(width=2, height=1, colour=6, apple=False):
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    pixels = zlib.compress((b"\0" + bytes(width * channels)) * height)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0))
    palette = chunk(b"PLTE", bytes(3)) + chunk(b"tRNS", b"\x80") if colour == 3 else b""
    return b"\x89PNG\r\n\x1a\n" + (chunk(b"CgBI", b"\x50\0\x20\x02") if apple else b"") + head + palette \
        + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def icns():
    entries = b"".join(kind + struct.pack(">I", 8 + len(content)) + content
                       for kind, content in ((b"TOC ", b""), (b"ic10", png()), (b"icp4", png(16, 16)), (b"is32", bytes(8))))
    return b"icns" + struct.pack(">I", 8 + len(entries)) + entries


def mach_o(processor=0x0100000C, file_type=2, order="<", wide=True, symbols=False, objective_c=False):
    def command(kind, content):
        content += bytes(-len(content) % 8)
        return struct.pack(order + "II", kind, 8 + len(content)) + content
    name = b"/usr/lib/libSystem.B.dylib\0"
    commands = [
        command(0x32, struct.pack(order + "IIII", 2, 0xF0000, 0x110000, 0)),
        command(0xC, struct.pack(order + "IIII", 24, 2, 0x10000, 0x10000) + name),
        command(0xD, struct.pack(order + "IIII", 24, 2, 0x10000, 0x10000) + b"@rpath/Kit\0"),
        command(0x8000001C, struct.pack(order + "I", 12) + b"@loader_path\0"),
        command(0x1B, bytes(range(16))),
        command(0x25, struct.pack(order + "II", 0xC0000, 0xD0000)),
        command(0x1D, struct.pack(order + "II", 0, 0)),
    ]
    tail = b""
    if symbols:
        strings = b" \0_local\0_make\0_malloc\0"
        table = b"".join(struct.pack(order + "IBBH" + ("Q" if wide else "I"), name, kind, 1, 0, value)
                         for name, kind, value in ((2, 0xE, 16), (9, 0xF, 32), (15, 1, 0)))
        trie = b"\0\1_make\0\x0a\0\2\0\x10\0"
        bind = b"\x11\x40_malloc\0\x51\x72\x10\x90\0"
        lazy = b"\x72\x18\x11\x40_free\0\x90\0"
        fixups = struct.pack(order + "IIIIIIII", 0, 0, 28, 32, 1, 1, 0, 1 << 9 | 1) + b"\0_exit\0"
        start = (32 if wide else 28) + sum(map(len, commands)) + 24 + 80 + 48 + 16 + 16
        places = []
        for part in (table, strings, bind, lazy, trie, fixups):
            places.append((start + len(tail), len(part)))
            tail += part
        commands += [
            command(2, struct.pack(order + "IIII", places[0][0], 3, *places[1])),
            command(0xB, struct.pack(order + "IIIIII", 0, 1, 1, 1, 2, 1) + bytes(48)),
            command(0x80000022, struct.pack(order + "10I", 0, 0, *places[2], 0, 0, *places[3], *places[4])),
            command(0x80000034, struct.pack(order + "II", *places[5])),
            command(0x80000033, struct.pack(order + "II", *places[4])),
        ]
    if objective_c:
        # A class, a selector, and their names in one segment; the pointers are plain addresses.
        pointer, width = ("Q", 8) if wide else ("I", 4)
        start = (32 if wide else 28) + sum(map(len, commands)) + (72 + 3 * 80 if wide else 56 + 3 * 68) + len(tail)
        address, data = 0x10000, b""
        names = b"KitView\0load:\0"
        at = 2 * width + 5 * width + 48
        data += struct.pack(order + pointer * 2, address + 2 * width, address + at + 8)
        data += struct.pack(order + pointer * 5, 0, 0, 0, 0, address + 7 * width)
        data += (struct.pack(order + "IIIIQQ", 0, 8, 8, 0, 0, address + at) if wide
                 else struct.pack(order + "IIIII", 0, 8, 8, 0, address + at)).ljust(48, b"\0")
        data += names
        segment = b"__DATA".ljust(16, b"\0") + struct.pack(order + pointer * 4 + "IIII", address, len(data), start, len(data), 3, 3, 3, 0)
        for name, first, size in ((b"__objc_classlist", 0, width), (b"__objc_selrefs", width, width), (b"__objc_methname", at + 8, 6)):
            segment += name.ljust(16, b"\0") + b"__DATA".ljust(16, b"\0")
            segment += struct.pack(order + pointer * 2 + "I" * (8 if wide else 7), address + first, size, start + first, 0, 0, 0,
                                   2 if name == b"__objc_methname" else 0, *[0] * (3 if wide else 2))
        commands.append(command(0x19 if wide else 1, segment))
        tail += data
    body = b"".join(commands)
    magic = 0xFEEDFACF if wide else 0xFEEDFACE
    head = struct.pack(order + "IIIIIII", magic, processor, 0, file_type, len(commands), len(body), 0x85) + bytes(4 * wide)
    return head + body + tail


def blob(magic, content):
    return struct.pack(">II", magic, 8 + len(content)) + content


def signed():
    """A program with a signature that contains hashes of all kinds."""
    name, team = b"com.example.seed\0", b"ABCDE12345\0"
    requirement = blob(0xFADE0C00, struct.pack(">IIII", 1, 6, 2, 4) + b"seed" + struct.pack(">I", 15))
    entry = bytes([0x30, 6, 0x0C, 1]) + b"a" + bytes([1, 1, 0xFF])
    parts = {
        2: blob(0xFADE0C01, struct.pack(">III", 1, 3, 20) + requirement),
        5: blob(0xFADE7171, b'<plist version="1.0"><dict><key>a</key><true/></dict></plist>'),
        7: blob(0xFADE7172, bytes([0x70, 5 + len(entry), 2, 1, 1, 0xB0, len(entry)]) + entry),
        0x10000: blob(0xFADE0B01, b"\x30\x80\0\0"),
    }
    code = mach_o()
    limit = len(code)
    head = 96
    hashes = b"".join(hashlib.sha256(parts.get(slot, b"")).digest() for slot in range(7, 0, -1))
    texts = head + len(name) + len(team)
    size = texts + len(hashes) + 32
    start = 12 + 8 * (len(parts) + 1)
    offset = start + size + sum(map(len, parts.values()))
    code = code.replace(struct.pack("<IIII", 0x1D, 16, 0, 0), struct.pack("<IIII", 0x1D, 16, limit, offset))
    directory = struct.pack(">IIIIIIIIIBBBBIIIIQQQQII", 0xFADE0C02, size, 0x20500, 0x10000, texts + len(hashes), head, 7, 1, limit, 32, 2,
                            0, 12, 0, 0, head + len(name), 0, 0, 0, limit, 1, 0xE0000, 0) + name + team + hashes + hashlib.sha256(code).digest()
    table, content = struct.pack(">II", 0, start), directory
    for slot, part in parts.items():
        table += struct.pack(">II", slot, start + len(content))
        content += part
    return code + struct.pack(">III", 0xFADE0CC0, start + len(content), len(parts) + 1) + table + content


def seal():
    rules = {"^.*": True, r"^(.*/)?\.DS_Store$": {"omit": True, "weight": 2000.0}, "^[^/]+$": {"nested": True, "weight": 10.0}}
    files = {"a": {"hash2": bytes(32), "optional": True}, "b": {"symlink": "a"}, "F/K.framework": {"cdhash": bytes(20), "requirement": "always"}}
    return plistlib.dumps({"files": {"a": bytes(20)}, "files2": files, "rules": {"^.*": True}, "rules2": rules})


def catalog():
    """An asset catalog with one icon, whose pixels are in a packed image."""
    blocks = [b""]

    def block(content):
        blocks.append(content)
        return len(blocks) - 1

    def tree(entries):
        pairs = b"".join(struct.pack(">II", block(value), block(key)) for key, value in entries)
        leaf = block(struct.pack(">HHII", 1, len(entries), 0, 0) + pairs)
        return block(b"tree" + struct.pack(">IIIIB", 1, leaf, 4096, len(entries), 0))

    def image(layout, width, extra=b"", pixels=b""):
        return b"ISTC" + struct.pack("<IIIII4sIIHH128sIIII", 1, 0, width, width, 200, b"BGRA", 1, 0, layout, 0, b"icon.png", len(extra), 1, 0,
                                     len(pixels)) + extra + pixels

    packed = struct.pack("<10H", 1, 9, 2, 181, 12, 2, 15, 1, 0, 0)
    reference = b"KLNI" + struct.pack("<IIIIIHI", 0, 0, 0, 60, 60, 12, len(packed)) + packed
    keys = (7, 12, 15, 17, 1, 2)
    named = {
        "CARHEADER": block(b"RATC" + struct.pack("<IIII", 917, 17, 0, 3) + bytes(128) + b"Xcode".ljust(272, b"\0") + bytes(16)),
        "EXTENDED_METADATA": block(b"META" + bytes(256) + b"15.0".ljust(256, b"\0") + b"ios".ljust(512, b"\0")),
        "KEYFORMAT": block(b"tmfk" + struct.pack("<II6I", 0, len(keys), *keys)),
        "RENDITIONS": tree([
            (struct.pack("<6H", 0, 2, 1, 0, 9, 181), image(1004, 60, pixels=b"MLEC" + struct.pack("<III", 3, 4, 0))),
            (struct.pack("<6H", 0, 1, 1, 7, 85, 218), image(1010, 0)),
            (struct.pack("<6H", 1, 2, 1, 7, 85, 220), image(1003, 60, struct.pack("<II", 1010, len(reference)) + reference)),
        ]),
        "FACETKEYS": tree([(b"AppIcon", struct.pack("<9H", 0, 0, 3, 1, 85, 2, 220, 17, 7))]),
        "APPEARANCEKEYS": tree([(b"UIAppearanceDark", b"\1\0")]),
    }
    content, index = b"", struct.pack(">I", len(blocks))
    for each in blocks:
        index += struct.pack(">II", 32 + len(content) if each else 0, len(each))
        content += each
    names = struct.pack(">I", len(named)) + b"".join(
        struct.pack(">IB", number, len(name)) + name.encode() for name, number in named.items())
    start = 32 + len(content)
    head = struct.pack(">IIIIII", 1, len(blocks) - 1, start, len(index), start + len(index), len(names))
    return b"BOMStore" + head + content + index + names


def universal():
    slices = [(0x01000007, mach_o(0x01000007)), (0x0100000C, mach_o())]
    head, body, at = b"", b"", 64
    for processor, content in slices:
        head += struct.pack(">IIIII", processor, 3, at, len(content), 3)
        body += content
        at += len(content)
    return (struct.pack(">II", 0xCAFEBABE, 2) + head).ljust(64, b"\0") + body


def element(tag, *content):
    """An ASN.1 element in DER."""
    content = b"".join(content)
    length = len(content).to_bytes((len(content).bit_length() + 7) // 8, "big")
    return bytes([tag]) + (bytes([len(content)]) if len(content) < 0x80 else bytes([0x80 | len(length)]) + length) + content


def certificate():
    def name(kind, text):
        return element(0x31, element(0x30, element(6, bytes([0x55, 4, kind])), element(0x0C, text.encode())))
    algorithm = element(0x30, element(6, b"\x2a\3"))
    signed = element(
        0x30, element(0xA0, element(2, b"\2")), element(2, b"\1"), algorithm, element(0x30, name(10, "Apple Inc.")),
        element(0x30, element(0x17, b"260101000000Z"), element(0x18, b"20990101000000Z")), element(0x30, name(3, "A"), name(11, "T")))
    return element(0x30, signed, algorithm, element(3, b"\0"))


def profile(piece=None):
    """A provisioning profile; in pieces of this many bytes with indefinite lengths unless it is None."""
    content = plistlib.dumps({
        "Name": "P", "TeamIdentifier": ["T"], "Platform": ["iOS", "xrOS"], "ProvisionedDevices": ["0"], "DeveloperCertificates": [certificate()],
        "ExpirationDate": datetime.datetime(2026, 11, 30), "Entitlements": {"application-identifier": "T.*", "get-task-allow": False}})

    def structure(tag, *content):
        return element(tag, *content) if piece is None else bytes([tag, 0x80]) + b"".join(content) + b"\0\0"

    octets = element(4, content) if piece is None else structure(
        0x24, *(element(4, content[start:start + piece]) for start in range(0, len(content), piece)))
    algorithm = element(0x30, element(6, b"\x2b\x0e\3\2\x1a"))
    pkcs = b"\x2a\x86\x48\x86\xf7\x0d\1"
    digest = element(0x30, element(6, pkcs + b"\x09\4"), element(0x31, element(4, hashlib.sha1(content).digest())))
    signer = element(0x30, element(2, b"\3"), element(0x80, b"1"), algorithm, element(0xA0, digest), algorithm, element(4, b"0"))
    contents = structure(0x30, element(6, pkcs + b"\7\1"), structure(0xA0, octets))
    signed = structure(0x30, element(2, b"\1"), element(0x31, algorithm), contents, element(0x31, signer))
    return structure(0x30, element(6, pkcs + b"\7\2"), structure(0xA0, signed))


def archive(members, gnu=False):
    content = b"!<arch>\n"
    if gnu:
        content += b"//".ljust(48) + b"12".ljust(10) + b"`\nlong_name/\n\n"
    for name, body in members:
        name, body = (name, body) if gnu else (b"#1/8", name.ljust(8, b"\0") + body)
        content += name.ljust(16) + b"0".ljust(32) + str(len(body)).encode().ljust(10) + b"`\n" + body + b"\n" * (len(body) % 2)
    return content


def apple_double():
    """Attributes of the Finder's information, an attribute more, and a resource fork."""
    attribute = bytes(8) + b"\0\0" + b"\x15com.apple.quarantine\0"
    info = bytes(8) + b"\4" + bytes(25) + struct.pack(">IIIIIIII", 0x41545452, 0, 0, 0, 0, 0, 0, 0) + struct.pack(">HH", 0, 1) + attribute
    return struct.pack(">II16sHIIIIII", 0x51607, 0x20000, b"Mac OS X", 2, 9, 50, len(info), 2, 50 + len(info), 300) + info + bytes(300)


def font():
    """A table of names, for Windows and for the Mac."""
    names = struct.pack(">HHH", 0, 2, 30) + struct.pack(">HHHHHH", 3, 1, 0x409, 6, 4, 0) + struct.pack(">HHHHHH", 1, 0, 0, 1, 1, 4) + "Se".encode("utf-16-be") + b"S"
    return struct.pack(">IHHHH", 0x10000, 2, 0, 0, 0) + struct.pack(">4sIII", b"cmap", 0, 44, 0) + struct.pack(">4sIII", b"name", 0, 44, len(names)) + names


def file_facts():
    yield "font.ttf", font()
    yield "font.ttc", struct.pack(">IIII", 0x74746366, 0x10000, 1, 16) + font()
    yield "._double", apple_double()
    for colour in (0, 2, 3, 4, 6):
        yield f"colour-{colour}.png", png(colour=colour)
    yield "apple.png", png(120, 120, apple=True)
    yield "icon.icns", icns()
    yield "Assets.car", catalog()
    yield "profile.mobileprovision", profile()
    yield "pieces.mobileprovision", profile(24)
    yield "arm64", mach_o()
    yield "library", mach_o(0x01000007, 6)
    yield "arm32", mach_o(12, 2, wide=False)
    yield "powerpc", mach_o(18, 2, ">", wide=False)
    yield "universal", universal()
    yield "signed", signed()
    yield "CodeResources", seal()
    yield "pattern", rb"^(Frameworks|Library/(A|B)+)/[[:alpha:]_-]{1,3}.*\.x?$"
    yield "symbols", mach_o(file_type=6, symbols=True)
    yield "symbols32", mach_o(18, 6, ">", wide=False, symbols=True)
    yield "objective-c", mach_o(objective_c=True)
    yield "objective-c32", mach_o(12, 2, wide=False, objective_c=True)
    yield "bsd.a", archive([(b"a.o", mach_o(file_type=1, symbols=True)), (b"b.o", b"x")])
    yield "gnu.a", archive([(b"/0", mach_o(file_type=1)), (b"b.o/", b"x")], gnu=True)
    for name in ("AppIcon60x60@2x.png", "HelloPhone"):
        path = ROOT / "Examples/iOS/HelloPhone.app" / name
        if path.exists() and path.stat().st_size < 65536:
            yield name, path.read_bytes()


def bundle_files():
    info = plistlib.dumps(INFO)
    root = "Payload/Seed.app/"
    return {root + "Info.plist": info, root + "Seed": mach_o(), root + "fr.lproj/InfoPlist.strings": STRINGS.encode("utf-16"),
            root + "PkgInfo": b"APPL????", "__MACOSX/Payload/._Seed.app": b"\0\5\x16\7"}


def zipped(files, compression, streamed=False):
    class Pipe(io.BytesIO):
        def seekable(self):
            return not streamed
    target = Pipe()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = compression, 0o100644 << 16
            archive.writestr(entry, content)
        link = zipfile.ZipInfo("Payload/Seed.app/link", (2024, 1, 1, 0, 0, 0))
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "Info.plist")
        archive.comment = b"seed"
    return target.getvalue()


def archives():
    files = bundle_files()
    yield "deflated.zip", zipped(files, zipfile.ZIP_DEFLATED)
    yield "stored.zip", zipped(files, zipfile.ZIP_STORED)
    yield "streamed.zip", zipped(files, zipfile.ZIP_DEFLATED, streamed=True)
    yield "twins.zip", zipped({"a/Info.plist": b"{a=b;}", "A/info.plist": b"{}", "../up": b"x"}, zipfile.ZIP_STORED)
    wide = bytearray(zipped({"Payload/A.app/Info.plist": b"{}"}, zipfile.ZIP_STORED))
    end = wide.rfind(b"PK\5\6")
    directory = struct.unpack("<I", wide[end + 16:end + 20])[0]
    record = struct.pack("<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, 2, 2, end - directory, directory)
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, end, 1)
    tail = bytearray(wide[end:])
    tail[16:20] = b"\xff" * 4
    yield "zip64.zip", bytes(wide[:end]) + record + locator + bytes(tail)
    for name, mode, kind in (("ustar.tar", "w", tarfile.USTAR_FORMAT), ("pax.tar", "w", tarfile.PAX_FORMAT), ("gnu.tar.gz", "w:gz", tarfile.GNU_FORMAT),
                             ("pax.tar.xz", "w:xz", tarfile.PAX_FORMAT), ("pax.tar.bz2", "w:bz2", tarfile.PAX_FORMAT)):
        target = io.BytesIO()
        with tarfile.open(fileobj=target, mode=mode, format=kind) as archive:
            long = {"Payload/Seed.app/" + "long" * 30: b"x"} if kind != tarfile.USTAR_FORMAT else {}
            for path, content in {**files, **long}.items():
                entry = tarfile.TarInfo(path)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
            link = tarfile.TarInfo("Payload/Seed.app/link")
            link.type, link.linkname = tarfile.SYMTYPE, "Info.plist"
            archive.addfile(link)
        yield name, target.getvalue()


def bundles():
    """A byte for the layout, then files, each ended by a null and two bytes; see BundleFuzzer.swift."""
    info, strings = plistlib.dumps(INFO, fmt=plistlib.FMT_BINARY), STRINGS.encode()
    table = plistlib.dumps({"en": {"CFBundleName": "b"}, "fr": {"CFBundleName": "c"}}, fmt=plistlib.FMT_BINARY)
    words = b"CFBundleName-iphoneos~ipad\nzh-Hant_HK\nfr_CA\n/CFBundleLocalizations/0\nen.lproj"
    for arrangement in range(8):
        for form in (plistlib.dumps(INFO), info):
            parts = [form, strings, table, words]
            yield f"arrangement-{arrangement}-{len(form)}", bytes([arrangement]) + b"".join(
                struct.pack("<H", len(part)) + part for part in parts)


def policies():
    """A byte for the kind of input, then Lua; see PolicyFuzzer.swift."""
    hostile = importlib.import_module("policies")
    for seed in range(200):
        text = hostile.policy(seed)[1].encode("utf-8", "surrogateescape")
        if len(text) < 4096:
            yield f"hostile-{seed}", b"\0" + text
    # Text before two rules, and their functions: the first stores something, the second looks for it.
    memories = {
        "count": ("local n = 0", "n = n + 1 report('%d', n)"), "environment": ("", "_ENV = setmetatable({ x = 1 }, { __index = _ENV }) report('%s', x)"),
        "global": ("local function f() return type(x) end", "local ok, e = pcall(function() return x end) report('%s', ok)"),
        "words": ("local words = ('a b c'):gmatch('%a')", "report('%s', words())"), "half-way": ("local k", "k = next({ a = 1, b = 2 }, k) report('%s', k)"),
        "callable": ("local n = 0 local c = setmetatable({}, { __call = function() n = n + 1 return n end })", "report('%d', c())"),
        "metamethods": ("local n = 0 local m = setmetatable({}, { __index = function() n = n + 1 return n end, __close = function() n = n + 1 end })",
                        "do local c <close> = m end report('%d', m.x)"),
        "table": ("local t = { inner = {} }", "local ok = pcall(function() t.inner[1] = 1 end) report('%s', t.inner[1])"),
        "memory": ("local big", "big = (big or '') .. ('x'):rep(1 << 20) report('%d', #big)"),
        "node": ("local node", "report('%s', node == bundle.info) node = bundle.info"),
        "depth": ("local n = 0", "local d = 0 local function f() d = d + 1 return (('x'):gsub('x', f)) end pcall(f) report('%d', d)"),
        "sort": ("local n = 0", "table.sort({ 3, 1, 2 }, function(a, b) n = n + 1 return a < b end) report('%d', n)"),
        "error": ("local n = 0", "pcall(error, setmetatable({}, { __tostring = function() n = n + 1 return 'x' end })) n = n + 1 error('n' .. n)"),
        "cache": ("", "local r = bundles.read(bundle, 'Contents/Info.plist') report('%s', bundle.files['Contents/Info.plist'].sha256)"),
        "links": ("", "for p, f in pairs(bundle.files) do report('%s %s', tostring(f.target), tostring(f.destination)) end"),
    }
    for name, (before, body) in memories.items():
        yield f"two-{name}", b"\4" + b"\0".join(part.encode() for part in (before, body, body))
    numbers = ("s + 1", "s * s", "s // 3", "s | 1", "tonumber(s)", "math.max(s, 1)", "math.tointeger(s)", "('%d'):format(s)", "('x'):rep(s)", "s < '1'", "#s")
    for number in ("('1'):rep(70000)", "'0x' .. ('f'):rep(70000)", "('9'):rep(30)", "'1e' .. ('9'):rep(400)", "(' '):rep(70000) .. '1'", "'0x1p-1074'", "math.mininteger .. ''"):
        yield f"number-{number[:20].replace('/', '-')}", b"\1" + f"local s = {number} ".encode() + b" ".join(
            f"pcall(function() report('%s', {expression}) end)".encode() for expression in numbers)
    for folder in ("Policies", "Examples"):
        for path in sorted((ROOT / folder).rglob("*.lua")):
            if "keys" not in path.parts and "source" not in path.parts and not path.name.endswith("_test.lua"):
                yield "-".join(path.relative_to(ROOT).parts), b"\0" + path.read_bytes()
    bodies = {
        "reads": "for k, v in pairs(bundle.info) do report:at(bundle.info, k, '%s', tostring(v)) end",
        "walks": "for _, p in ipairs(bundles.walk(bundle, '**/*.plist')) do report:file(p, p) end return",
        "patterns": "local s = ('ab'):rep(20) report(s:gsub('(a)(b)', '%2%1') .. s:find('b', 1, true) .. string.format('%5.1f%q', 1, 'x'))",
        "tables": "local t = { 3, 1, 2 } table.sort(t, function(a, b) return a > b end) table.move(t, 1, 3, 2) report(table.concat(t, ','))",
        "errors": "local ok, e = pcall(error, setmetatable({}, { __tostring = function() return 'x' end })) report(tostring(ok)) error(e)",
        "meta": "local t = setmetatable({}, { __index = function(t, k) return k end, __close = 1, __call = function() end }) report(t.x, t())",
        "versions": "report('%s', version.compare('1.2', '1.10')) report:missing(bundle.info, 'X') local v <close> = nil",
        "lists": "local l = bundle.info.List report:at(l, 1, '%d', #l) for i, v in ipairs(l) do report(plist.type(v)) end",
        "strings": "local e = bundles.localized_info(bundle, 'fr').CFBundleName report:at(e.node, e.key, e.value)",
    }
    for name, body in bodies.items():
        yield name, b"\1" + body.encode()
    yield "shape", b"\2CFBundleName = text { max_length = 3 }, List = list_of(any_of { integer, real, boolean, { A = one_of { 'b' } } })"
    yield "clauses", b"\3require = { '/List/0' }, forbid = 'X', custom_keys = { prefix = 'x.' }, qualified_keys = { default = 'present' }, " \
        b"files = { forbid = '**/.*' }, localize = { keys = 'CFBundleName' }, increases = 'CFBundleVersion', applies = { kind = 'application' }"


def structured_texts():
    yield "report.json", b'{"format": "bundlepolicy-report", "version": 1, "bundles": [{"path": "A.app", "findings": []}]}'
    yield "values.json", b'{"s": "a\\u00e9\\ud83d\\ude00\\n", "i": -12, "n": 1.5e-3, "b": true, "l": ["u", "v"], "z": null}'
    yield "block.yaml", b"# values\n---\ns: text here\ni: 0x1F\nn: -1.5e3\nb: true\nl:\n  - u\n  - 'v, w'\nt: |\n  x\n  y\n...\n"
    yield "flow.yaml", b"{s: 'a', \"i\": 12, l: [a, \"b\\t\"], ? k : v, m: {n: ~}}"
    yield "refused.yaml", b"%YAML 1.2\n--- !t\na: &x 1\nb: *x\n--- \n"


def ledgers():
    """A byte for the mode, then lines of an export, or positions and bytes to write there; see LedgerFuzzer.swift."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "export.jsonl"
        for count in (0, 3):
            subprocess.run([sys.executable, ROOT / "Benchmarks/ledger.py", path, str(count)], check=True)
            yield f"export-{count}", b"\0" + path.read_bytes()
    yield "damage", b"\1" + bytes(range(90))


def byte_searches():
    """A byte for the size of windows and one for the kind, then a pattern, a zero and a file, or bytes that become patterns and a text."""
    list_ = plistlib.dumps({"key=1": ["\u00e9 key=2"]}, fmt=plistlib.FMT_BINARY)
    files = {"text": b"one key=1\ntwo\n", "utf-16": "\ufeffkey=1".encode("utf-16-le"), "list": list_}
    for name, content in files.items():
        yield name, b"\x10\0key=[0-9]+\0" + content
    yield "patterns", b"\x05\x09" + bytes(range(120))


SEEDS = {"PropertyList": property_lists, "FileFacts": file_facts, "StructuredText": structured_texts, "Archive": archives, "Bundle": bundles,
         "Policy": policies, "Ledger": ledgers, "ByteSearch": byte_searches}


def main():
    target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    for name, content in SEEDS.get(target, lambda: ())():
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)


if __name__ == "__main__":
    main()
