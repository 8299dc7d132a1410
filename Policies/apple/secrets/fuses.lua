local forms = import "apple.secrets.forms"
local search = import "apple.secrets.search"

local name = "Electron Framework.framework"

-- Electron's fuses by name, in order.
local order = {
  "RunAsNode", "EnableCookieEncryption", "EnableNodeOptionsEnvironmentVariable", "EnableNodeCliInspectArguments",
  "EnableEmbeddedAsarIntegrityValidation", "OnlyLoadAppFromAsar", "LoadBrowserProcessSpecificV8Snapshot",
    "GrantFileProtocolExtraPrivileges",
}

-- The fuses of an Electron app, by name: whether each is on, for every architecture. With them comes the file that has them; nil if there
-- are none.
local function read(bundle)
  local result, file
  for _, entry in ipairs(search.found(bundle, forms.fuses)) do
    if entry.file.path:find("Electron Framework%.framework/") then
      local text = entry.match.text
      result, file = result or {}, entry.file
      for position, state in text:sub(35):gmatch("()(.)") do
        local fuse = order[position]
        -- A fuse that Electron no longer has is neither on nor off.
        if fuse and state ~= "r" then
          result[fuse] = result[fuse] or {}
          result[fuse][state == "1"] = true
        end
      end
    end
  end
  return result, file
end

-- For the examples: an Electron app with fuses in code for each architecture, such as "0100".
local function app(states, changes)
  local strings = {}
  for index, text in ipairs(states) do
    strings[index] = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\1" .. string.char(#text) .. text
  end
  local example = {
    platform = "macos",
    bundles = { ["Contents/Frameworks/" .. name] = {
      files = { ["Versions/A/Electron Framework"] = { mach_o = { file_type = "dylib", strings = strings } } },
    } },
  }
  for field, value in pairs(changes or {}) do example[field] = value end
  return example
end

return { read = read, app = app, framework = "Contents/Frameworks/" .. name,
  binary = "Contents/Frameworks/" .. name .. "/Versions/A/Electron Framework" }
