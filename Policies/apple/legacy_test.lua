-- Each test plants one defect in an otherwise sound app for very old systems. Where a test expects a total number of findings,
-- there are no others.
local sound = import "fixtures.sound"
local old = sound.old_phone

for name, bundle in pairs {
  ["for iOS 4.3"] = old, ["of today for iOS"] = sound.phone, ["for iOS 9"] = sound.universal, ["for the Mac"] = sound.mac,
  ["for the Mac with lists and the lowest numbers"] = sound.other_mac,
} do
  test("a sound app " .. name) { given = bundle, expect = { verdict = "pass", findings = 0 } }
end

for file, size in pairs { ["Icon.png"] = 57, ["Icon-72.png"] = 72 } do
  test(("S10: no icon of %d pixels"):format(size)) {
    given  = old:with { files = { [file] = { png = { width = size + 1 } } } },
    expect = { verdict = "fail", findings = 1, ["home-screen-icons"] = { file = "Info.plist", message = size .. " ×" } },
  }
end

for file, size in pairs { ["Icon@2x.png"] = 114, ["Icon-72@2x.png"] = 144, ["Icon-Small-50.png"] = 50, ["Icon-Small-50@2x.png"] = 100 } do
  test(("S10: no icon of %d pixels, a recommended size"):format(size)) {
    given  = old:with { files = { [file] = { png = { width = size + 1 } } } },
    expect = { verdict = "pass", findings = 1, ["home-screen-icons"] = { file = "Info.plist", message = size .. " ×" } },
  }
end

test "S10: icons under a newer key" {
  given = old:with { without = "CFBundleIconFiles", files = { ["Icon.png"] = false, ["Icon~iphone.png"] = { png = { width = 57 } } } },
  expect = { findings = 1, ["icon-keys"] = { key = "CFBundleIconFiles" } },
}

test "S2: a shine only on newer systems" {
  given = old:with { info = { UIPrerenderedIcon = false } },
  expect = { findings = 1, ["prerendered-icon"] = { key = "UIPrerenderedIcon" } },
}

test "S3: Newsstand without images" {
  given  = old:with { files = { ["Cover.png"] = false } },
  expect = { verdict = "fail", findings = 1, ["newsstand-icon"] = { key = "/CFBundleIcons/UINewsstandIcon/CFBundleIconFiles/0" } },
}

for file, size in pairs { ["Small.png"] = "22 × 29", ["Small@2x.png"] = "44 × 58", ["Pad.png"] = "64 × 64", ["Big.png"] = "320 × 320" } do
  test("S3: no document icon of " .. size .. " pixels") {
    given  = old:with { files = { [file] = { png = { width = 30 } } } },
    expect = {
      findings = 2, ["document-icon-sizes"] = { file = file, key = "/CFBundleDocumentTypes/0/CFBundleTypeIconFiles", message = size },
    },
  }
end

test "S11: no launch image for old systems" {
  given  = fixture.application {
    platform = "ios", info = { MinimumOSVersion = "7.0" }, files = { App = { mach_o = { platform = "ios", minimum_os = "7.0" } } },
  },
  expect = { findings = 1, ["launch-image"] = { file = "Default.png" } },
}

for name, image in pairs {
  ["Default-568h.png"] = { width = 320, height = 568 }, ["Default~ipad@2x.png"] = { width = 1536, height = 2008 },
  ["Default-sideways.png"] = { width = 320, height = 480 },
} do
  test("S11: a launch image named " .. name) {
    given = old:with { files = { [name] = { png = image } } }, expect = { findings = 1, ["launch-image-names"] = { file = name } },
  }
end

test "S8: a framework that old systems do not load" {
  given  = old:with { bundles = { ["Frameworks/Kit.framework"] = {
    info = { MinimumOSVersion = "4.3" }, files = { Kit = { mach_o = { platform = "ios", minimum_os = "4.3", file_type = "dylib" } } },
  } } },
  expect = { verdict = "fail", findings = 1, ["no-nested-code"] = { file = "Frameworks/Kit.framework" } },
}

test "S8: a loadable bundle on iOS" {
  given = old:with { bundles = { ["Plug.bundle"] = {} } },
  expect = { verdict = "fail", ["no-nested-code"] = { findings = 1, file = "Plug.bundle" } },
}

local old_mac = fixture.application {
  info = {
    LSMinimumSystemVersion = "10.4",
    CFBundleDocumentTypes = { {
      CFBundleTypeName = "Text", CFBundleTypeRole = "Viewer", LSItemContentTypes = { "public.text" }, CFBundleTypeExtensions = { "txt" },
    } },
  },
  files = { ["Contents/MacOS/App"] = { mach_o = { architectures = { "i386" }, platform = "macos", minimum_os = "10.4" } } },
}

test "S3: documents that old Macs recognize" { given = old_mac, expect = { verdict = "pass", findings = 0 } }

test "S3: documents that old Macs do not recognize" {
  given  = old_mac:with { info = { CFBundleDocumentTypes = { {
    CFBundleTypeName = "Text", CFBundleTypeRole = "Viewer", LSItemContentTypes = { "public.text" },
  } } } },
  expect = { findings = 1, ["document-types-of-old-macs"] = { key = "/CFBundleDocumentTypes/0/CFBundleTypeExtensions" } },
}

test "S3: an icon that old Macs do not find" {
  given  = old_mac:with {
    info = { CFBundleIconName = "AppIcon" },
    files = { ["Contents/Resources/Assets.car"] = { catalog = { assets = { { name = "AppIcon", kind = "icon" } } } } },
  },
  expect = { findings = 1, ["icon-file-of-old-macs"] = { key = "CFBundleIconFile" } },
}
