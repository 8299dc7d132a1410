local values = import "apple.values"

-- For the examples: an app in an .ipa with other files.
local function ipa(files, changes)
  local result = { delivery = { files = files } }
  for key, value in pairs(changes or {}) do result[key] = value end
  return result
end
-- The same, and where it fails.
local function failing(at, files, changes, expected)
  local result = ipa(files, changes)
  for key, value in pairs(expected or {}) do result[key] = value end
  result.at = at
  return result
end
local dylib = { mach_o = { platform = "ios", file_type = "dylib", id = "x" } }
local apple = { mach_o = { platform = "ios", file_type = "dylib", id = "x", signer = "Software Signing" } }
local function swift(uuid) return { mach_o = { platform = "ios", file_type = "dylib", id = "x", uuid = uuid } } end
local first, second = "00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000002"
local watch = { ["Watch/W.app"] = { platform = "watchos", files = { ["Frameworks/libswiftCore.dylib"] = {
  mach_o = { platform = "watchos", file_type = "dylib", id = "x" },
} } } }
local core = { files = { ["Frameworks/libswiftCore.dylib"] = dylib } }

-- Whether an app is in an .ipa, which is uploaded as it is.
local function is_ipa(bundle) return bundle.delivery ~= nil and bundle.delivery.kind == "ipa" end

rule "delivery-paths" {
  summary   = "An .ipa must not contain files that only macOS puts into archives",
  severity  = "error",
  rationale = "The Finder adds __MACOSX and files that start with ._ to archives. The store rejects an .ipa with them.",
  source    = "ITMS-90048",
  tags      = { "ITMS-90048" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, when = is_ipa },
  check     = function(bundle, report)
    local seen = {}
    for path, file in pairs(bundle.delivery.files) do
      local top = path:match("[^/]*")
      local is_clutter = top == "__MACOSX" or ("/" .. path):find("/%._") ~= nil
      local key = top == "__MACOSX" and top or path
      if is_clutter and file.type ~= "directory" and not seen[key] then
        seen[key] = true
        report:file(file, "the .ipa contains %s", key, {
          expected = "only Payload, SwiftSupport, Symbols and the like",
          fix = "make the .ipa with xcodebuild -exportArchive, or with zip -X",
          discriminator = key,
        })
      end
    end
  end,
  examples  = {
    pass = { ipa { ["Symbols/a.symbols"] = "x", ["iTunesMetadata.plist"] = "x", ["Symbols/__MACOSX/a"] = "x" } },
    fail = {
      failing("../../__MACOSX/Payload/._App.app", { ["__MACOSX/Payload/._App.app"] = "x", ["__MACOSX/a"] = "x" }),
      failing("../../._Symbols", { ["._Symbols"] = "x" }), failing("../../__MACOSX/a", { ["__MACOSX/a"] = "x" }),
    },
  },
}

rule "payload-has-one-app" {
  summary   = "Payload must contain one app and nothing else",
  severity  = "warning",
  rationale = "The store expects one folder with an app. A file or a link whose name ends in .app is not one, and others are delivered "
    .. "without being part of the signed app. An .ipa with two apps is not checked at all, which is an error.",
  source    = "ITMS-90017",
  tags      = { "ITMS-90017" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, when = is_ipa },
  check     = function(bundle, report)
    local delivery = bundle.delivery
    local folder = delivery.path:match("(.*/)")
    for path, file in pairs(delivery.files) do
      local name = path:sub(1, #folder) == folder and path:sub(#folder + 1)
      -- The Finder adds hidden files, which the store ignores.
      if name and not name:find("/") and not name:find("^%.") and path ~= delivery.path then
        local is_app = name:lower():find("%.app$")
        report:file(file, is_app and "Payload contains %s, which is %s" or "Payload contains %s beside the app%s", name,
          is_app and (file.type == "file" and "a file" or "a link") or "", {
          severity = is_app and "error" or nil, expected = "only the folder of the app",
          fix = "remove it, or export the archive again with xcodebuild -exportArchive", discriminator = name,
        })
      end
    end
  end,
  examples  = {
    pass = {
      ipa { ["iTunesMetadata.plist"] = "x", ["Payload/.DS_Store"] = "x", ["Old/Payload/a.txt"] = "x" },
    },
    fail = {
      failing("../a.txt", { ["Payload/a.txt"] = "x" }), failing("../Stuff", { ["Payload/Stuff/a/b"] = "x" }),
      failing("../B.app.zip", { ["Payload/B.app.zip"] = "x" }, { message = "contains B.app.zip beside the app" }),
      failing("../B.app", { ["Payload/B.app"] = "x" }, { message = "B.app, which is a file" }),
      failing("../B.APP", { ["Payload/B.APP"] = { link = "App.app" } }, { message = "B.APP, which is a link" }),
    },
  },
}

local folders = { ios = "iphoneos", tvos = "appletvos", watchos = "watchos", visionos = "xros" }

-- The Swift libraries of an app and of all bundles in it, as { [path in SwiftSupport] = file }. Only watch apps are for another system.
local function swift_libraries(bundle)
  local result = {}
  for _, file in ipairs(bundles.files(bundle, "**/Frameworks/libswift*.dylib", "file")) do
    local folder = bundle.platform == "ios" and file.path:find("^Watch/") and "watchos" or folders[bundle.platform]
    local path = folder .. "/" .. file.path:match("[^/]*$")
    result[path] = result[path] or file
  end
  return result
end

-- The UUIDs of code by architecture; nil if it cannot be read.
local function uuids(file)
  local code = values.code(file)
  if not code then return nil end
  local result = {}
  for _, slice in ipairs(code.slices) do result[slice.architecture] = slice.uuid end
  return result
end

-- The first architecture for which two files have different code; nil if there is none.
local function different(file, other)
  local mine, others = uuids(file), uuids(other)
  for architecture, uuid in pairs(mine or {}) do
    if others and others[architecture] and others[architecture] ~= uuid then return architecture end
  end
  return nil
end

rule "swift-support" {
  summary   = "An .ipa must contain the Swift libraries of its app in SwiftSupport, as Apple signed them, and nothing else there",
  severity  = "error",
  rationale = "An app for systems before iOS 12.2 contains Swift's libraries. The store compares them with Apple's copies in "
    .. "SwiftSupport/iphoneos, which Xcode adds when it exports an archive; those of watch apps are in SwiftSupport/watchos.",
  source    = { "ITMS-90424", "ITMS-90426", "ITMS-90427", "ITMS-90428", "ITMS-90429", "ITMS-90430", "ITMS-90433" },
  tags      = { "ITMS-90424", "ITMS-90426", "ITMS-90427", "ITMS-90428", "ITMS-90429", "ITMS-90430", "ITMS-90433" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, when = is_ipa },
  check     = function(bundle, report)
    local wanted, files = swift_libraries(bundle), bundle.delivery.files
    local folder, is_empty = "SwiftSupport/" .. folders[bundle.platform] .. "/", true
    local fix = "export the archive again with xcodebuild -exportArchive"
    for path, file in pairs(files) do
      local name = path:match("^SwiftSupport/.-([^/]*)$")
      if name and file.type == "file" then
        is_empty = false
        if not name:find("^libswift.*%.dylib$") then
          report:file(file, "SwiftSupport contains %s", name, { expected = "only Swift's libraries", fix = "remove it, and pack again" })
        elseif not path:find("SwiftSupport/%a+/[^/]*$") then
          report:file(file, "%s is not in the folder of its platform", name, { expected = folder .. name, fix = fix })
        else
          local own = wanted[path:match("^SwiftSupport/(.*)")]
          local architecture = own and different(own, file)
          if not own then
            report:file(file, "the app does not contain %s", name, {
              expected = "a copy in the app's Frameworks folder", fix = fix,
            })
          elseif architecture then
            report:file(own.path, "the %s code of %s is not that of the copy in SwiftSupport", architecture, name, {
              expected = "the library of the Xcode that exports the archive", fix = fix,
            })
          end
          local code = values.code(file)
          local signature = code and values.readable(code.slices[1], "signature")
          local certificate = signature and values.readable(signature, "certificate")
          if signature and not (certificate and certificate.kind == "apple") then
            report:file(file, "%s is not signed by Apple", name, { expected = "the copy in Xcode's toolchain", fix = fix })
          end
        end
      end
    end
    local has_folder = files.SwiftSupport ~= nil
    if has_folder and is_empty then
      report:file(files.SwiftSupport, "SwiftSupport is empty", { expected = "Swift's libraries", fix = fix })
    elseif not has_folder and next(wanted) then
      local path, file = next(wanted)
      report:file(file.path, "the app contains %s, but the .ipa has no SwiftSupport", path:match("[^/]*$"), {
        expected = folder, fix = fix, discriminator = "",
      })
    elseif has_folder then
      for path, file in pairs(wanted) do
        if not files["SwiftSupport/" .. path] then
          report:file(file.path, "SwiftSupport does not contain %s", path, { expected = "SwiftSupport/" .. path, fix = fix })
        end
      end
    end
  end,
  examples  = {
    pass = {
      ipa({}), ipa({ ["SwiftSupport/iphoneos/libswiftCore.dylib"] = apple }, core), ipa({ ["Old/SwiftSupport/a.txt"] = "x" }),
      ipa({ ["SwiftSupport/iphoneos/libswiftCore.dylib"] = swift(first) }, {
        files = { ["Frameworks/libswiftCore.dylib"] = swift(first) },
      }),
      ipa({ ["SwiftSupport/iphoneos/libswiftCore.dylib"] = swift(first) }, core),
      ipa({
        ["SwiftSupport/iphoneos/libswiftCore.dylib"] = dylib, ["SwiftSupport/watchos/libswiftCore.dylib"] = dylib,
      }, { files = core.files, bundles = watch }),
      ipa({ ["SwiftSupport/iphoneos/libswiftCore.dylib"] = dylib }, core), { delivery = { kind = "ipa", files = { a = "x" } } },
    },
    fail = {
      failing("../../SwiftSupport", { ["SwiftSupport"] = { directory = true } }),
      failing("Frameworks/libswiftCore.dylib", { a = "x" }, core),
      failing({ "Frameworks/libswiftCore.dylib", "../../SwiftSupport/iphoneos/libswiftFoundation.dylib" }, {
        ["SwiftSupport/iphoneos/libswiftFoundation.dylib"] = apple,
      }, core),
      -- The app is for later systems, so that it does not contain the library.
      failing("../../SwiftSupport/iphoneos/libswiftCore.dylib", { ["SwiftSupport/iphoneos/libswiftCore.dylib"] = apple }),
      failing("Frameworks/libswiftCore.dylib", { ["SwiftSupport/iphoneos/libswiftCore.dylib"] = swift(second) }, {
        files = { ["Frameworks/libswiftCore.dylib"] = swift(first) },
      }, { message = "the arm64 code of libswiftCore.dylib" }),
      failing("Watch/W.app/Frameworks/libswiftCore.dylib", { ["SwiftSupport/iphoneos/libswiftCore.dylib"] = apple }, {
        files = core.files, bundles = watch,
      }),
      failing("../../SwiftSupport/libswiftCore.dylib", { ["SwiftSupport/libswiftCore.dylib"] = apple }),
      failing("../../SwiftSupport/iphoneos/a/libswiftCore.dylib", { ["SwiftSupport/iphoneos/a/libswiftCore.dylib"] = apple }),
      failing("../../SwiftSupport/iphoneos/my-libswiftA.dylib", { ["SwiftSupport/iphoneos/my-libswiftA.dylib"] = apple }),
      failing("../../SwiftSupport/iphoneos/libswiftA.dylib.old", { ["SwiftSupport/iphoneos/libswiftA.dylib.old"] = apple }),
      failing("../../SwiftSupport/iphoneos/.DS_Store", { ["SwiftSupport/iphoneos/.DS_Store"] = "x" }),
      failing("../../SwiftSupport/iphoneos/libswiftCore.dylib", { ["SwiftSupport/iphoneos/libswiftCore.dylib"] = { mach_o = {
        platform = "ios", file_type = "dylib", id = "x", signer = "iPhone Distribution: Example (ABCDE12345)",
      } } }, core),
    },
  },
}

rule "messages-support" {
  summary   = "An .ipa with only an iMessage app must contain the stub that starts it",
  severity  = "error",
  rationale = "Xcode adds MessagesApplicationSupport when it exports the archive. The store rejects an .ipa without it.",
  source    = { "ITMS-90602", "ITMS-90633" },
  tags      = { "ITMS-90602", "ITMS-90633" },
  applies   = { kind = "application", platform = "ios", key = "LSApplicationLaunchProhibited", when = is_ipa },
  check     = function(bundle, report)
    local path = "MessagesApplicationSupport/MessagesApplicationSupportStub"
    -- The container of a watch app is not opened, either.
    if bundle.info.LSApplicationLaunchProhibited == true and not values.is_true(bundle.info.ITSWatchOnlyContainer)
      and not bundle.delivery.files[path] then
      report("the .ipa does not contain %s", path, { expected = path, fix = "export the archive again with xcodebuild -exportArchive" })
    end
  end,
  examples  = {
    pass = {
      ipa({ a = "x" }), ipa({ a = "x" }, { info = { LSApplicationLaunchProhibited = false } }),
      ipa({ a = "x" }, { info = { LSApplicationLaunchProhibited = true, ITSWatchOnlyContainer = true } }),
      ipa({ ["MessagesApplicationSupport/MessagesApplicationSupportStub"] = "x" }, { info = { LSApplicationLaunchProhibited = true } }),
    },
    fail = { failing(".", { a = "x" }, { info = { LSApplicationLaunchProhibited = true } }) },
  },
}

rule "symbol-files" {
  summary   = "Each file in Symbols should belong to code of the app",
  severity  = "warning",
  rationale = "The store ignores the others, and warns about them: the .ipa contains more symbol files than the app has code.",
  source    = "ITMS-90381",
  tags      = { "ITMS-90381" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, when = is_ipa },
  check     = function(bundle, report)
    local known = {}
    for path, file in pairs(bundle.delivery.files) do
      local name = path:match("^Symbols/([%x-]+)%.symbols$")
      if name then known[name:upper()] = file end
    end
    if next(known) == nil then return end
    for _, code in ipairs(bundles.code(bundle, { nested = true })) do
      local mach_o = code.file and values.code(code.file)
      for _, slice in ipairs(mach_o and mach_o.slices or {}) do
        if slice.uuid then known[slice.uuid] = nil end
      end
    end
    for name, file in pairs(known) do
      report:file(file, "no code of the app has the UUID %s", name, {
        expected = "symbols of the app's code", fix = "export the archive again with xcodebuild -exportArchive",
      })
    end
  end,
  examples  = {
    pass = {
      ipa({ a = "x" }), ipa { ["Old/Symbols/BBBBBBBB-0000-0000-0000-000000000000.symbols"] = "x" },
      ipa { ["Symbols/BBBBBBBB-0000-0000-0000-000000000000.symbols.txt"] = "x" },
      ipa({ ["Symbols/AAAAAAAA-0000-0000-0000-000000000000.symbols"] = "x" }, { bundles = { ["PlugIns/Share.appex"] = { files = {
        Share = { mach_o = { platform = "ios", uuid = "AAAAAAAA-0000-0000-0000-000000000000" } },
      } } } }),
      ipa({ ["Symbols/AAAAAAAA-0000-0000-0000-000000000000.symbols"] = "x" }, { files = { App = { mach_o = {
        platform = "ios", uuid = "AAAAAAAA-0000-0000-0000-000000000000",
      } } } }),
    },
    fail = {
      failing("../../Symbols/BBBBBBBB-0000-0000-0000-000000000000.symbols", {
        ["Symbols/BBBBBBBB-0000-0000-0000-000000000000.symbols"] = "x",
      }),
    },
  },
}
