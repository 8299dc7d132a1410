local slices = import "apple.code.slices"

-- The Swift package manager and Xcode write two texts into code that has resources: the place of the bundle in the build, and the message
-- for a bundle that is missing.
local message, generated = "unable to find bundle named ", "could not load resource bundle"

local function strings(slice, query)
  local is_read, found = pcall(function() return slice:strings(query) end)
  return is_read and found or {}
end

-- The resource bundles that the code of an app looks up by name, in order, each once.
local function named(bundle)
  local result, seen = {}, {}
  local function add(name)
    if name and not seen[name] then
      seen[name] = true
      result[#result + 1] = name
    end
  end
  for _, slice in ipairs(slices(bundle)) do
    for _, text in ipairs(strings(slice, { contains = "_", ends = ".bundle" })) do
      -- The name alone, or its place in the folder of the build, which nobody else has.
      local is_built = text:find("^/.*/%.build/") or text:find("^/.*/Build/Products/")
      local package, target = text:match("^([%w.-]+)_([%w.-]+)%.bundle")
      if is_built then add(text:match("[%w.-]+_[%w.-]+%.bundle$")) end
      -- Other code names bundles, too.
      if package and (package == target or #strings(slice, { starts = generated }) > 0) then add(text) end
    end
    for _, text in ipairs(strings(slice, { starts = message })) do
      local name = text:sub(#message + 1)
      if name:find("_") and not name:find("[%[/]") then add(name .. ".bundle") end
    end
  end
  return result
end

-- For the examples.
local function app(text, files, at)
  local all = { ["Contents/MacOS/App"] = { mach_o = { strings = { "a", text } } } }
  for path, file in pairs(files or {}) do all[path] = file end
  return { files = all, at = at and "Contents/Resources/Kit_Kit.bundle", count = at and 1 }
end
local built = "/Users/me/app/.build/arm64-apple-macosx/release/Kit_Kit.bundle"

rule "package-resource-bundles" {
  summary   = "An app must contain the resource bundles of its Swift packages",
  severity  = "error",
  rationale = "The code that the Swift package manager generates for Bundle.module terminates the app with fatalError if it does not find "
    .. "the package's bundle. Xcode copies these bundles; scripts that make an app from the product of swift build must copy them, too.",
  source    = { "Swift Package Manager: Bundling resources with a Swift package", "SwiftPM: resource_bundle_accessor.swift" },
  applies   = { kind = "application" },
  check     = function(bundle, report)
    for _, name in ipairs(named(bundle)) do
      if #bundles.walk(bundle, "**/" .. name) == 0 then
        local path = (bundle.layout == "contents" and "Contents/Resources/" or "") .. name
        report:file(path, "the code looks for the resource bundle '%s' of a Swift package, which is not in the app: it ends when it "
          .. "needs it",
          name, {
          expected = path, fix = "copy the bundle from the folder of the build into the app",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, app(built, { ["Contents/Resources/Kit_Kit.bundle/a.txt"] = "x" }), app(built, { ["Kit_Kit.bundle/a.txt"] = "x" }),
      app(message .. "Kit_Kit", { ["Contents/Frameworks/Kit_Kit.bundle/a.txt"] = "x" }), app "/Library/Kit_Kit.bundle",
      app(message .. "Kit"),
      app "/Users/me/app/.build/release/Kit.bundle", app "no/a/.build/Kit_Kit.bundle", app "%@_%@.bundle", app "my_plugin.bundle",
      app "a/Kit_Kit.bundle", app "no/a/Build/Products/Kit_Kit.bundle", app "/Users/me/my_app/.build/release/Kit.bundle",
      app(message .. "a/Kit_Kit"),
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
    },
    fail = {
      app(built, nil, true), app("Kit_Kit.bundle", nil, true),
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { strings = { "Kit_Data.bundle", generated .. ": from " } } } },
        at = "Contents/Resources/Kit_Data.bundle",
      },
      app(message .. "Kit_Kit", nil, true), app("/Users/me/old_app.bundle/.build/release/Kit_Kit.bundle", nil, true),
      app("/Users/me/Library/Developer/Xcode/DerivedData/App-x/Build/Products/Release/Kit_Kit.bundle", nil, true),
      app(built, { ["Contents/Resources/Kit_Other.bundle/a.txt"] = "x" }, true),
      {
        platform = "ios", files = { App = { mach_o = { platform = "ios", strings = { message .. "Kit_Kit" } } } }, at = "Kit_Kit.bundle",
      },
    },
  },
}
