local images = import "apple.code.images"
local values = import "apple.values"

local names = { "CFBundleIdentifier", "CFBundleName", "CFBundleShortVersionString", "CFBundleVersion" }

local function read(slice) return slice.info end

local function with(info) return { ["Contents/MacOS/App"] = { mach_o = { info = info } } } end

-- The architectures by what is wrong with their code, as a list of { problem, key, architectures } in order.
local function problems(bundle, image)
  local result, known = {}, {}
  local function add(slice, problem, key)
    local entry = known[problem]
    if not entry then
      entry = { problem = problem, key = key, architectures = {} }
      known[problem] = entry
      result[#result + 1] = entry
    end
    table.insert(entry.architectures, slice.architecture)
  end
  for _, slice in ipairs(image.slices) do
    local is_read, info = pcall(read, slice)
    if not is_read then
      local problem = tostring(info):match("malformed: ([^\n;]*)") or "it is damaged"
      add(slice, "contains an Info.plist that cannot be read: " .. problem)
    elseif info and image.is_main then
      for _, key in ipairs(names) do
        local own, wanted = info[key], values.text(bundle.info[key])
        if own ~= nil and wanted and own ~= wanted then
          local shown = type(own) == "string" and "'" .. own .. "'" or "not a string"
          add(slice, ("contains an Info.plist whose %s is %s, but the bundle's is '%s'"):format(key, shown, wanted), key)
        end
      end
    end
  end
  return result
end

rule "embedded-info-agrees" {
  summary   = "The Info.plist that is linked into an executable must be readable and agree with that of its bundle",
  severity  = "error",
  rationale = "The system reads the Info.plist of a program from the bundle in one place and from the executable in another, and so finds "
    .. "two identifiers or versions. The two differ when the executable was not linked again after a change.",
  source    = "ld(1): -sectcreate __TEXT __info_plist",
  tags      = { "S8" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    for _, image in ipairs(images(bundle)) do
      for _, entry in ipairs(problems(bundle, image)) do
        report:file(image.file.path, "the %s code %s", table.concat(entry.architectures, " and "), entry.problem, {
          expected = entry.key and "the same " .. entry.key .. " in both"
            or "a property list with a dictionary in the section __TEXT,__info_plist",
          fix = entry.key and "link the executable again, or set CREATE_INFOPLIST_SECTION_IN_BINARY to NO"
            or "correct the file that -sectcreate __TEXT __info_plist names, and link again",
          discriminator = entry.key or "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      {
        info = { CFBundleIdentifier = "com.example.App", CFBundleVersion = "42" },
        files = with({ CFBundleIdentifier = "com.example.App", CFBundleVersion = "42" }),
      },
      -- A key that only one of them has.
      { without = "CFBundleName", files = with({ CFBundleName = "Other", LSUIElement = true }) },
      { files = { ["Contents/MacOS/App"] = { mach_o = { info = "junk", is_encrypted = true, architectures = "arm64" } } } },
      -- A tool has an identifier of its own.
      { files = { ["Contents/MacOS/tool"] = { mach_o = { info = { CFBundleIdentifier = "com.example.tool" } } } } },
    },
    fail = {
      { files = with({ CFBundleIdentifier = "com.example.Old" }), at = "Contents/MacOS/App", message = "the arm64 and x86_64 code" },
      {
        info = { CFBundleVersion = "42" }, files = with({ CFBundleVersion = "41" }), message = "CFBundleVersion is '41', but",
        at = "Contents/MacOS/App",
      },
      {
        info = { CFBundleVersion = "42" }, files = with({ CFBundleVersion = { 42 } }), message = "not a string", at = "Contents/MacOS/App",
      },
      {
        info = { CFBundleShortVersionString = "1.1" },
        files = { ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64", info = { CFBundleShortVersionString = "1.0" } },
          { architectures = "x86_64", info = { CFBundleShortVersionString = "1.1" } },
        } } },
        message = "the arm64 code contains",
        at = "Contents/MacOS/App",
      },
      {
        info = { CFBundleName = "New" }, files = with({ CFBundleName = "Old" }), message = "CFBundleName is 'Old'",
        at = "Contents/MacOS/App",
      },
      { files = with("<plist><dict>"), message = "cannot be read", at = "Contents/MacOS/App" },
      { files = with("(a)"), message = "must be a dictionary", at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/tool"] = { mach_o = { info = "<plist>" } } }, at = "Contents/MacOS/tool" },
    },
  },
}
