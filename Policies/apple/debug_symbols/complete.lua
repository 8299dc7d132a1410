local values = import "apple.values"

-- The Xcode archive around a product; nil if there is none.
local function xcode_archive(bundle)
  local delivery = bundle.delivery
  return delivery and delivery.kind == "xcarchive" and delivery or nil
end

-- The debug symbols of the Xcode archive around a product, and of --symbols, by UUID.
local function symbols_by_uuid(bundle)
  local result = {}
  for uuid, place in pairs(bundle.symbols or {}) do result[uuid] = place end
  local archive = xcode_archive(bundle)
  for path, file in pairs(archive and archive.files or {}) do
    local code = path:find("^dSYMs/.+%.dSYM/Contents/Resources/DWARF/[^/]+$") and values.code(file)
    for _, slice in ipairs(code and code.slices or {}) do
      if slice.uuid then result[slice.uuid] = path end
    end
  end
  return result
end

-- Whether the executable is Apple's: a watch app or a Messages app of the old kind has only an extension of its own.
local function is_stub(bundle)
  return not values.is_opened(bundle) or values.is_true(bundle.info.WKWatchKitApp) and #bundle.bundles > 0
end

-- Whether code is Apple's, for which developers have no symbols.
local function is_apples(code)
  local slice = code.file.mach_o.slices[1]
  return code.path:find("%f[^/%z]libswift[%w_]*%.dylib$") or code.path:find("_WatchKitStub/", 1, true)
    or values.readable(slice, "signer") == "Software Signing"
end

-- Whether the team built a bundle: it is not a framework, or the Xcode of the app built it. Others may have kept the symbols.
local function is_own(bundle, app)
  local build = values.text(bundle.info.DTXcodeBuild)
  return bundle.kind ~= "framework" or build ~= nil and build == values.text(app.info.DTXcodeBuild)
end

-- The architectures of code without symbols, as text; nil if there are none.
local function missing(code, known)
  local names = {}
  for _, slice in ipairs(code.file.mach_o.slices) do
    if slice.uuid and not known[slice.uuid] then names[#names + 1] = slice.architecture .. " " .. slice.uuid end
  end
  return #names > 0 and table.concat(names, ", ") or nil
end

local function check(bundle, app, known, report)
  for _, code in ipairs(bundles.code(bundle, { roles = { "main", "program", "library", "plug_in" } })) do
    local is_ours = code.file and not code.problem and not is_apples(code) and not (code.role == "main" and is_stub(bundle))
    local names = is_ours and missing(code, known)
    if names then
      -- A loose library may be anybody's.
      local is_certain = is_own(bundle, app) and code.role ~= "library"
      local words = is_certain and "" or ", which others may have built"
      report:file(code.file, "there are no debug symbols for this code%s (%s)", words, names, {
        severity = not is_certain and "note" or nil, expected = "a .dSYM with the same UUID",
        fix = is_certain and "set DEBUG_INFORMATION_FORMAT to dwarf-with-dsym, and keep the .dSYM of this very build"
          or "ask its maker for the .dSYM; without it, crash reports have no names for this code",
        discriminator = "",
      })
    end
  end
  for _, inner in ipairs(bundle.bundles) do check(inner, app, known, report) end
end

-- For the examples: an Xcode archive with an app, and with symbols of the UUIDs.
local dwarf = "dSYMs/%d.dSYM/Contents/Resources/DWARF/%d"
local first, second = "11111111-0000-4000-8000-000000000000", "22222222-0000-4000-8000-000000000000"
local function archive(app, symbols)
  app.kind, app.platform = "application", "ios"
  local result = { kind = "archive", bundles = { ["Products/Applications/App.app"] = app }, files = {} }
  for number, uuid in ipairs(symbols or {}) do
    result.files[dwarf:format(number, number)] = {
      mach_o = { platform = "ios", file_type = "dsym", uuid = uuid },
    }
  end
  return result
end
local function failing(at, example, message)
  example.at, example.message, example.count = "Products/Applications/App.app" .. at, message, 1
  return example
end
local function code(fields)
  fields.platform = "ios"
  return { mach_o = fields }
end
local function app(changes)
  local result = { files = { App = code { uuid = first } } }
  for key, value in pairs(changes or {}) do result[key] = value end
  return result
end
local library = code { file_type = "dylib", id = "libx.dylib", uuid = second }
local function framework(info)
  return {
    info = { DTXcodeBuild = "17A324" }, bundles = { ["Frameworks/Kit.framework"] = { info = info, files = { Kit = library } } },
  }
end

rule "debug-symbols-complete" {
  summary   = "There must be debug symbols for all code of a build",
  severity  = "warning",
  rationale = "Without the .dSYM of exactly this build, crash reports have addresses instead of names, and it cannot be made later. Xcode "
    .. "reports missing ones when it uploads an archive. The rule checks apps in an Xcode archive, and others with --symbols. For "
    .. "frameworks that others built, a missing .dSYM is only a note.",
  source    = { "Upload Symbols Failed", "Building your app to include debugging information" },
  tags      = { "Upload Symbols Failed" },
  applies   = {
    kind = "application", nested = false,
    when = function(bundle) return bundle.symbols ~= nil or xcode_archive(bundle) ~= nil end,
  },
  check     = function(bundle, report)
    local known = symbols_by_uuid(bundle)
    if next(known) == nil then
      return report("the archive has no debug symbols", {
        expected = "a .dSYM for each program and framework in dSYMs",
        fix = "set DEBUG_INFORMATION_FORMAT to dwarf-with-dsym in the configuration that is archived",
      })
    end
    check(bundle, bundle, known, report)
  end,
  examples  = {
    pass = {
      archive(app(), { first }), archive(app(framework { DTXcodeBuild = "17A324" }), { second, first }),
      archive(app { files = { App = code {} } }, { first }),
      archive(app { info = { LSApplicationLaunchProhibited = true } }, { second }),
      archive(app {
        files = {
          App = code { uuid = first }, ["Frameworks/libswiftCore.dylib"] = library,
          ["_WatchKitStub/WK"] = code { uuid = second },
          ["Frameworks/libx.dylib"] = code { file_type = "dylib", id = "x", uuid = second, signer = "Software Signing" },
          ["damaged"] = "\xCF\xFA\xED\xFE",
        },
      }, { first }),
      -- The watch app is Apple's, and its extension is the team's.
      archive(app {
        bundles = { ["Watch/W.app"] = {
          platform = "watchos", info = { WKWatchKitApp = true }, files = { W = { mach_o = { platform = "watchos", uuid = second } } },
          bundles = { ["PlugIns/E.appex"] = { files = { E = { mach_o = { platform = "watchos", uuid = first } } } } },
        } },
      }, { first }),
    },
    fail = {
      failing("", archive(app())), failing("/App", archive(app(), { second }), "for this code (arm64"),
      failing("/Frameworks/Kit.framework/Kit", archive(app(framework { DTXcodeBuild = "17A324" }), { first }), "for this code (arm64"),
      failing("/Frameworks/Kit.framework/Kit", archive(app(framework { DTXcodeBuild = "16A242d" }), { first }), "which others may"),
      failing("/Frameworks/Kit.framework/Kit", archive(app {
        bundles = { ["Frameworks/Kit.framework"] = { files = { Kit = library } } },
      }, { first }), "which others may"),
      failing("/PlugIns/Share.appex/Share", archive(app {
        bundles = { ["PlugIns/Share.appex"] = { files = { Share = code { uuid = second } } } },
      }, { first }), "for this code (arm64"),
      failing("/Frameworks/libx.dylib", archive(app {
        files = { App = code { uuid = first }, ["Frameworks/libx.dylib"] = library },
      }, { first }), "which others may"),
      failing("/Frameworks/libswiftCore.dylib.old", archive(app {
        files = { App = code { uuid = first }, ["Frameworks/libswiftCore.dylib.old"] = library },
      }, { first }), "which others may"),
      failing("/Watch/W.app/W", archive(app {
        bundles = { ["Watch/W.app"] = { platform = "watchos", info = { WKWatchKitApp = true }, files = {
          W = { mach_o = { platform = "watchos", uuid = second } },
        } } },
      }, { first })),
    },
  },
}
