#!/usr/bin/env python3
"""Writes small applications, as a build of many products leaves them: eight files each, every fiftieth with a mistake.

usage: applications.py FOLDER COUNT"""

import pathlib
import plistlib
import sys

# Just the header of an executable: little-endian, 64 bits, x86-64 (mach-o/loader.h).
MACH_O = bytes.fromhex("cffaedfe070000010300000002000000000000000000000000000000") + bytes(4)


def write(folder, number):
    name = f"App{number:05}"
    contents = folder / f"{number // 500:03}" / f"{name}.app" / "Contents"
    for place in ("MacOS", "Resources/de.lproj", "Resources/en.lproj"):
        (contents / place).mkdir(parents=True)
    (contents / "Info.plist").write_bytes(plistlib.dumps({
        "CFBundleDevelopmentRegion": "en", "CFBundleExecutable": name, "CFBundleIdentifier": f"com.example.app{number}",
        "CFBundleInfoDictionaryVersion": "6.0", "CFBundleName": "$(PRODUCT_NAME)" if number % 50 == 0 else name,
        "CFBundlePackageType": "APPL", "CFBundleShortVersionString": "1.2", "CFBundleSupportedPlatforms": ["MacOSX"],
        "CFBundleVersion": str(number + 1), "LSMinimumSystemVersion": "12.0", "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "Copyright 2026 Example", "NSPrincipalClass": "NSApplication"}))
    (contents / "PkgInfo").write_text("APPL????")
    executable = contents / "MacOS" / name
    executable.write_bytes(MACH_O)
    executable.chmod(0o755)
    for language in ("de", "en"):
        folder = contents / "Resources" / f"{language}.lproj"
        (folder / "InfoPlist.strings").write_text(f'"CFBundleName" = "{name}";\n')
        (folder / "Localizable.strings").write_text('"open" = "Open";\n"close" = "Close";\n')


def main():
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    for number in range(count):
        write(folder, number)


main()
