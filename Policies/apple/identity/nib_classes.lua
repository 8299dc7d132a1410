local elsewhere = import "apple.elsewhere"
local tables = import "apple.identity.class_tables"
local values = import "apple.values"

-- The name of a Swift class for the runtime, as nibs contain it.
local form = "_TtC[0-9]{1,3}[A-Za-z_][0-9A-Za-z_]{1,200}"

-- The module and the class of a name for the runtime, which states how long both are; nil if it is not whole.
local function parts(text)
  local length, rest = text:match("_TtC(%d+)(.+)")
  if not rest then return nil end
  local module = rest:sub(1, length)
  local next_length, last = rest:sub(#module + 1):match("^(%d+)(.+)")
  local class = last and last:sub(1, next_length)
  if not class or #module < tonumber(length) or #class < tonumber(next_length) then return nil end
  return module, class
end

-- For the examples.
local function app(nib, classes, at, more)
  local files = {
    App = { mach_o = { platform = "ios", classes = classes } },
    ["Main.storyboardc/Info.plist"] = "{}", ["Main.storyboardc/a.nib"] = "NIBArchive " .. nib .. " ",
  }
  for path, file in pairs(more or {}) do files[path] = file end
  return { kind = "application", platform = "ios", at = at and "Main.storyboardc/a.nib", files = files, message = at }
end
local delegate = { "_TtC3App11AppDelegate" }
local many = {}
for number = 1001, 1201 do many[#many + 1] = "_TtC3App5V" .. number end

rule "nib-classes-exist" {
  summary   = "The Swift classes that a nib or storyboard names must be in the code",
  severity  = "warning",
  rationale = "When the nib is loaded, the system says 'Unknown class' and creates a plain view instead: its outlets raise exceptions, or "
    .. "its actions do nothing. This happens after a class or a module was renamed. It is a warning because nothing may load the nib. Only "
    .. "classes of a module that the code has are checked; names in Objective-C may be classes of the system.",
  source    = {
    "https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/LoadingResources/CocoaNibs/CocoaNibs.html",
    "https://github.com/swiftlang/swift/blob/main/docs/ABI/OldMangling.rst",
  },
  applies   = { kind = { "application", "extension" }, files = { "**/*.nib" } },
  check     = function(bundle, report)
    local all, modules
    for _, file in ipairs(bundles.files(bundle, "**/*.nib", "file")) do
      for _, match in ipairs(values.matches(file, { form }, { limit = 200 })) do
        local module, class = parts(match.text)
        if not all then
          all, modules = tables(bundle) or {}, {}
          for _, classes in ipairs(all) do
            for name in pairs(classes) do
              local own = parts(name)
              if own then modules[own] = true end
            end
          end
        end
        local name = module and ("_TtC%d%s%d%s"):format(#module, module, #class, class)
        local is_there = not module or not modules[module]
        for _, classes in ipairs(all) do is_there = is_there or classes[name] == true or classes[module .. "." .. class] == true end
        if not is_there then
          report:file(file.path, "the code has no class %s.%s, which the nib names", module, class, {
            expected = "a class of the code", fix = "correct the class in Interface Builder, or remove the nib",
            discriminator = name,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app("_TtC3App4View", delegate), { kind = "plugin", name = "App.bundle" }),
      {}, app("_TtC3App11AppDelegate", delegate), app("_TtC3App4View", { "App.View", "_TtC3App11AppDelegate" }),
      -- A class of another module, a name that is not whole, and code without classes.
      app("_TtC3Kit4View", delegate), app("_TtC3App14View", delegate), app("_TtC3App", delegate), app("_TtC9App4View", delegate),
      app("_TtC3Appx4View", delegate),
      app("_TtC3App4View", nil), app("View", delegate),
      app("_TtC3App4View", delegate, nil, {
        ["Frameworks/libUI.dylib"] = { mach_o = { platform = "ios", file_type = "dylib", id = "x" } },
      }),
      { platform = "ios", files = { App = "#!/bin/sh\n", ["a.nib"] = "_TtC3App4View" } },
      { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { files = { ["a.nib"] = "x" } } } },
    },
    fail = {
      app("_TtC3App4View", delegate, "App.View"), app("_TtC3App4ViewMore", delegate, "App.View,"),
      app("_TtC3App4View", { "_TtC3App11AppDelegate", "_TtC3App5View2" }, "App.View"),
      -- The first 200 names are enough to show that the nib is damaged.
      {
        platform = "ios", at = "a.nib", count = 200,
        files = { App = { mach_o = { platform = "ios", classes = delegate } }, ["a.nib"] = table.concat(many, " ") },
      },
      {
        kind = "extension", platform = "ios", at = "a.nib",
        files = { Share = { mach_o = { platform = "ios", classes = delegate } }, ["a.nib"] = "NIBArchive _TtC3App4View " },
      },
    },
  },
}
