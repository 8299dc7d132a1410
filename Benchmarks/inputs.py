#!/usr/bin/env python3
"""Makes the inputs of the benchmarks, which are the same on every machine. usage: inputs.py FOLDER

Inputs made earlier by the same version of the script are kept."""

import base64
import datetime
import hashlib
import pathlib
import plistlib
import random
import shutil
import sys

WORDS = "camera photo library location contacts calendar music motion health home network local share save upload route map".split()
LONG = ["Zugriff auf die Kamera für Fotos", "Accès à la position", "写真ライブラリへのアクセス", "Доступ к контактам", "“Quotes” & dashes"]
PURPOSES = ["Camera", "PhotoLibrary", "PhotoLibraryAdd", "LocationWhenInUse", "LocationAlwaysAndWhenInUse", "BluetoothAlways",
            "Contacts", "Calendars", "Microphone", "Motion", "SpeechRecognition", "FaceID", "UserTracking", "LocalNetwork"]


def sentence(generator, least, most):
    return " ".join(generator.choices(WORDS, k=generator.randint(least, most)))


def info(generator, purposes):
    """An Info.plist as Xcode writes it; `purposes` determines its size."""
    name = generator.choice(WORDS).title()
    result = {
        "CFBundleIdentifier": f"com.example.{generator.choice(WORDS)}", "CFBundleName": name, "CFBundleExecutable": name,
        "CFBundleDevelopmentRegion": "en", "CFBundleInfoDictionaryVersion": "6.0", "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": f"{generator.randint(3, 9)}.{generator.randint(0, 20)}",
        "CFBundleVersion": f"{generator.randint(3, 9)}.{generator.randint(0, 20)}.{generator.randint(0, 2000)}",
        "CFBundleSupportedPlatforms": ["iPhoneOS"], "DTPlatformName": "iphoneos", "DTSDKName": "iphoneos17.5",
        "LSRequiresIPhoneOS": True, "MinimumOSVersion": "15.0", "UIDeviceFamily": [1, 2],
        "UIMainStoryboardFile": "Main", "UIMainStoryboardFile~ipad": "Main-iPad", "UIRequiredDeviceCapabilities": ["arm64"],
        "ACMEFlags": {word: generator.random() < 0.5 for word in generator.sample(WORDS, 5)},
        "SKAdNetworkItems": [
            {"SKAdNetworkIdentifier": "%010x.skadnetwork" % generator.getrandbits(40)} for _ in range(purposes)],
        "CFBundleURLTypes": [
            {"CFBundleTypeRole": "Editor", "CFBundleURLSchemes": generator.sample(WORDS, 2)} for _ in range(purposes // 4)],
    }
    for purpose in PURPOSES[:purposes]:
        result[f"NS{purpose}UsageDescription"] = " ".join(generator.choices(WORDS, k=12))
    return result


def record(generator, number):
    """An entry of a catalogue: every type, short and long texts, some data."""
    def moment():
        return datetime.datetime(2000 + generator.randint(5, 24), generator.randint(1, 12), generator.randint(1, 28), 7, 8, 9)
    return {
        "Number": number, "Title": sentence(generator, 2, 6).title(), "Author": generator.choice(LONG), "Kind": "article",
        "Size": generator.randint(10**5, 10**9), "Duration": generator.randint(10**4, 10**6), "Weight": round(generator.uniform(-1, 1), 5),
        "Changed": moment(), "Added": moment(), "Hidden": generator.random() < 0.5, "Key": "%016X" % generator.getrandbits(64),
        "Address": f"file:///srv/{generator.choice(WORDS)}/{generator.choice(WORDS)}?a=1&b=2", "Tags": generator.sample(WORDS, 4),
        "Image": generator.randbytes(generator.randint(32, 256)), "Text": sentence(generator, 5, 40),
        "Levels": {"Preset": generator.choice(WORDS), "Bands": [generator.randint(-12, 12) for _ in range(10)]},
    }


def catalogue(generator, bytes_wanted):
    """A list with the keys of an application, and enough records for about this many bytes of XML."""
    records, size = {}, 0
    while size < bytes_wanted:
        entry = record(generator, len(records))
        # Indentation and tags, approximately.
        size += 1150 + len(entry["Text"]) + len(base64.b64encode(entry["Image"]))
        records[f"r{len(records):06}"] = entry
    return {**info(generator, 0), "Records": records}


def strings(generator, entries):
    lines = []
    for number in range(entries):
        value = generator.choice(LONG).replace('"', "") if number % 5 == 0 else sentence(generator, 2, 12) + ("\\n" if number % 7 == 0 else "")
        lines.append(f'/* {sentence(generator, 2, 7)} */\n"{generator.choice(WORDS)}.{number:05}" = "{value}";\n\n')
    return "".join(lines)


def make(folder):
    generator = random.Random(1)
    small = info(generator, 14)
    small["SKAdNetworkItems"] *= 3
    small["LSApplicationQueriesSchemes"] = [f"{word}{number}" for word in WORDS for number in range(1)]
    (folder / "small.xml").write_bytes(plistlib.dumps(small))
    (folder / "small.binary").write_bytes(plistlib.dumps(small, fmt=plistlib.FMT_BINARY))
    large = catalogue(generator, 9_700_000)
    (folder / "large.xml").write_bytes(plistlib.dumps(large))
    (folder / "large.binary").write_bytes(plistlib.dumps(large, fmt=plistlib.FMT_BINARY))
    (folder / "many").mkdir()
    for number in range(5000):
        form = plistlib.FMT_XML if number % 2 == 0 else plistlib.FMT_BINARY
        content = plistlib.dumps(info(generator, generator.randint(2, 14)), fmt=form)
        (folder / "many" / f"{number:04}.plist").write_bytes(content)
    (folder / "checked").mkdir()
    for number in range(1000):
        content = plistlib.dumps(info(generator, generator.randint(4, 14)))
        (folder / "checked" / f"{number:04}.plist").write_bytes(content)
    text = strings(generator, 20_000)
    (folder / "utf8.strings").write_text(text, encoding="utf-8")
    (folder / "utf16.strings").write_bytes(b"\xff\xfe" + text.encode("utf-16-le"))
    for name, files in (("few.app", 100), ("full.app", 20_000)):
        resources = folder / name / "Contents" / "Resources"
        resources.mkdir(parents=True)
        (folder / name / "Contents" / "Info.plist").write_bytes(plistlib.dumps(small))
        for number in range(files):
            place = resources / f"part{number % 100}"
            place.mkdir(exist_ok=True)
            (place / f"{number}.txt").write_text("x")
    application(folder / "200.app", generator)


def application(folder, generator):
    """A valid one of 200 files: strings in twelve languages, and other typical resources."""
    contents = folder / "Contents"
    shutil.copytree(pathlib.Path(__file__).parent.parent / "Examples/Hello.app/Contents", contents)
    for language in "de es en fi fr it ja ko nl pl sv zh-Hans".split():
        place = contents / "Resources" / f"{language}.lproj"
        place.mkdir(exist_ok=True)
        for number in range(8):
            (place / f"Table{number}.strings").write_text(strings(generator, 30), encoding="utf-8")
    for number in range(100):
        (contents / "Resources" / f"part{number}.json").write_text("{}")


def main():
    folder = pathlib.Path(sys.argv[1])
    stamp = hashlib.sha256(pathlib.Path(__file__).read_bytes()).hexdigest()
    if not (folder / ".version").exists() or (folder / ".version").read_text() != stamp:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        make(folder)
        (folder / ".version").write_text(stamp)


main()
