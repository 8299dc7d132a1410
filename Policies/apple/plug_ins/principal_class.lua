local elsewhere = import "apple.elsewhere"
local has_stubs = import "apple.code.class_stubs"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- Plug-ins that the system loads by their principal class.
local loaded = { saver = true, prefPane = true, colorPicker = true }

-- The name of a Swift class for the runtime: `_TtC3App8Delegate` for App.Delegate; the name itself for any other class.
local function runtime_name(name)
  local module, class = name:match("^([%w_]+)%.([%w_]+)$")
  return module and ("_TtC%d%s%d%s"):format(#module, module, #class, class) or name
end

-- Whether the class may be in a library of the plug-in, or cannot be known.
local function is_open(slice)
  for _, library in ipairs(slice.libraries) do
    if library.name:find("^@") then return true end
  end
  return has_stubs(slice)
end

-- A class of the code with this name in some module; nil if there is none.
local function with_module(classes, name)
  local tail = #name .. name
  for class in pairs(classes) do
    local rest = class:match("^_TtC%d+(.+)")
    if rest and rest:sub(-#tail) == tail then return rest:sub(1, -#tail - 1) .. "." .. name end
  end
  return nil
end

-- For the examples.
local function plug_in(class, classes, at, more)
  local code = { file_type = "bundle", classes = classes }
  for key, value in pairs(more or {}) do code[key] = value end
  return {
    name = "A.saver", info = { NSPrincipalClass = class }, files = { ["Contents/MacOS/A"] = { mach_o = code } },
    at = at and "/NSPrincipalClass", message = type(at) == "string" and at or nil,
  }
end

rule "plug-in-principal-class" {
  summary   = "The principal class of a screen saver or preference pane must be in its code",
  severity  = "error",
  rationale = "The system creates an object of the class that NSPrincipalClass names; if the code has no such class, the screen stays "
    .. "black, or the pane cannot be opened. A class in Swift has the name of its module before its own, unless @objc(Name) gives it "
    .. "another.",
  source    = {
    "https://developer.apple.com/documentation/screensaver/screensaverview",
    "https://developer.apple.com/library/archive/documentation/UserExperience/Conceptual/PreferencePanes/Concepts/Anatomy.html",
    "https://developer.apple.com/documentation/foundation/bundle/principalclass",
  },
  applies   = {
    kind = "plugin", platform = "macos", key = "NSPrincipalClass",
    when = function(bundle) return loaded[bundle.extension] == true end,
  },
  check     = function(bundle, report)
    local name = values.text(bundle.info.NSPrincipalClass)
    if not name then return end
    local example
    for _, slice in ipairs(slices(bundle)) do
      local classes = values.readable(slice, "classes")
      if not classes or #classes == 0 or classes[name] or classes[runtime_name(name)] or is_open(slice) then return end
      example = example or with_module(classes, name)
    end
    if #slices(bundle) == 0 then return end
    local only = example and ", only " .. example or ""
    report:at(bundle.info, "NSPrincipalClass", "the code has no class %s%s: the plug-in cannot be used", name, only, {
      expected = example or "a class of the code, with the name of its module", fix = example and "write " .. example or "correct the name",
    })
  end,
  examples  = {
    pass = {
      elsewhere(plug_in("AView", { "Other" }), { platform = "catalyst" }), elsewhere(plug_in("AView", { "Other" }), { name = "A.bundle" }),
      plug_in("AView", { "AView" }), plug_in("A.AView", { "_TtC1A5AView" }), plug_in("$(CLASS)", { "AView" }), plug_in("AView"),
      plug_in("AView", { "Other" }, nil, { libraries = { "@rpath/Kit.framework/Versions/A/Kit" } }),
      plug_in("AView", { "Other" }, nil, { segments = { { name = "__DATA", size = 16, sections = {
        { name = "__objc_stublist", size = 8 },
      } } } }),
      { name = "A.saver", info = { NSPrincipalClass = "AView" }, files = { ["Contents/MacOS/A"] = "#!/bin/sh\n" } },
    },
    fail = {
      plug_in("AView", { "Other" }, true), plug_in("AView", { "_TtC6Module5AView" }, "no class AView, only Module.AView: the"),
      plug_in("AView", { "X_TtC6Module5AView" }, "no class AView: the"), plug_in("A.AView.x", { "_TtC1A5AView" }, true),
      plug_in("X.A.AView", { "_TtC1A5AView" }, true), plug_in("AView", { "Other" }, true, { libraries = { "/usr/lib/x@1.dylib" } }),
      plug_in("B.AView", { "_TtC1A5AView" }, true), plug_in("AView", { "_TtC1A6AAView", "_TtC1A5BView" }, true),
      {
        name = "A.prefPane", info = { NSPrincipalClass = "APane" },
        files = { ["Contents/MacOS/A"] = { mach_o = { file_type = "bundle", classes = "OldPane" } } }, at = "/NSPrincipalClass",
      },
      {
        name = "A.colorPicker", info = { NSPrincipalClass = "APicker" },
        files = { ["Contents/MacOS/A"] = { mach_o = { file_type = "bundle", classes = "OldPicker" } } }, at = "/NSPrincipalClass",
      },
    },
  },
}
