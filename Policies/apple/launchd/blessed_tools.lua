local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

local folder, key = "Contents/Library/LaunchServices/", "SMPrivilegedExecutables"

local function read(slice) return slice.info end

-- For the examples.
local plist_text = '<plist version="1.0"><dict>%s</dict></plist>'
local function info(inner)
  return plist_text:format("<key>CFBundleIdentifier</key><string>com.example.tool</string>" .. inner)
end
local clients = "<key>SMAuthorizedClients</key><array><string>identifier com.example.app</string></array>"
local function app(code, at, requirement)
  return {
    info = { [key] = { ["com.example.tool"] = requirement or 'identifier "com.example.tool"' } },
    files = { [folder .. "com.example.tool"] = code }, at = at and folder .. "com.example.tool",
  }
end

rule "blessed-tools-authorize" {
  summary   = "A tool that SMJobBless installs must say in its code which apps may install it",
  severity  = "error",
  rationale = "SMJobBless reads SMAuthorizedClients from the Info.plist inside the tool's code. Without it, or with an identifier other "
    .. "than the tool's name, it fails: the user enters a password, and nothing is installed.",
  source    = "https://developer.apple.com/documentation/servicemanagement/smjobbless(_:_:_:_:)",
  tags      = { "security" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, key = key },
  check     = function(bundle, report)
    for name in pairs(values.dictionary(bundle.info[key])) do
      local file = bundle.files[folder .. name]
      local code = values.code(file)
      for _, slice in ipairs(code and code.slices or {}) do
        -- embedded-info-agrees reports what cannot be read.
        local is_read, own = pcall(read, slice)
        local list = is_read and own and own.SMAuthorizedClients
        if is_read and (not own or plist.type(list) ~= "array" or #list == 0) then
          report:file(file.path, "the %s code has no SMAuthorizedClients: the system does not install the tool", slice.architecture, {
            expected = "an Info.plist in the section __TEXT,__info_plist with SMAuthorizedClients",
            fix = "add the key, and link with -sectcreate __TEXT __info_plist", discriminator = slice.architecture,
          })
        elseif is_read and values.text(own.CFBundleIdentifier) and own.CFBundleIdentifier ~= name then
          report:file(file.path, "the identifier in the code is '%s', but the tool is named '%s': the system does not install it",
            own.CFBundleIdentifier, name, {
            expected = name, fix = "give the tool the name of its identifier", discriminator = slice.architecture,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, app { mach_o = { info = info(clients) } }, app "#!/bin/sh\n", app(nil), { info = { [key] = "x" } },
      elsewhere(app { mach_o = {} }, { kind = "plugin" }),
      elsewhere(app { mach_o = { platform = "ios" } }, { platform = "ios", files = {} }),
      app { mach_o = { info = plist_text:format(clients) } },
    },
    fail = {
      elsewhere(app { mach_o = {} }, { platform = "catalyst", at = folder .. "com.example.tool" }),
      app({ mach_o = {} }, true), app({ mach_o = { info = info "" } }, true),
      app({ mach_o = { info = info "<key>SMAuthorizedClients</key><array/>" } }, true),
      app({ mach_o = { info = (info(clients):gsub("com.example.tool", "com.example.other")) } }, true),
    },
  },
}
