local elsewhere = import "apple.elsewhere"
local fuses = import "apple.secrets.fuses"
local values = import "apple.values"

local key, own = "ElectronAsarIntegrity", "Resources/app.asar"

-- The number in bytes, of which the first is the lowest.
local function number(bytes)
  local result = 0
  for byte in bytes:reverse():gmatch(".") do result = result << 8 | byte:byte() end
  return result
end

-- The digest of an archive's header, which Electron compares; nil if the file is not such an archive, or ends within the header.
local function digest(file)
  local start = file:bytes(0, 16)
  if not start or #start ~= 16 or number(start:sub(1, 4)) ~= 4 then return nil end
  local length = number(start:sub(13))
  return length <= file.size - 16 and file:digest(16, length) or nil
end

-- For the examples: an archive with the header {"files":{}}, and its digest.
local archive = { base64 = "BAAAABQAAAAQAAAADAAAAHsiZmlsZXMiOnt9fQ==" }
local hash = "aae5a71db7cd42382ef749f87ca847684d9d4a517cc8235f53ea31bd492c3577"
local function app(states, name, entry, changes)
  local example = fuses.app(states, { info = { [key] = name and { [name] = entry } }, files = { ["Contents/" .. own] = archive } })
  for field, value in pairs(changes or {}) do example[field] = value end
  return example
end
-- Archives with one file whose name has this length.
local long, long_hash = 283, "8ebbc4d38269dc7308ba5372ee26dd96efd815bd81a4cdb66aa16413d5b2398c"
local longer, longer_hash = 65777, "cb1ff71e088a0b5669752f793ff5de26c1fa73021cf16a67b8286c9f4c66c21b"
local archives = {}
for _, length in ipairs { long, longer } do
  local header, start = '{"files":{"' .. ("a"):rep(length) .. '":{}}}', ""
  for _, value in ipairs { 4, #header + 8, #header + 4, #header } do
    start = start .. string.char(value & 255, value >> 8 & 255, value >> 16 & 255, value >> 24)
  end
  archives[length] = start .. header
end
local place = "/" .. key .. "/Resources~1app.asar"
local wrong = { algorithm = "SHA256", hash = ("0"):rep(64) }

rule "asar-integrity" {
  summary   = "The hashes in ElectronAsarIntegrity must be those of the archives in the app",
  severity  = "error",
  rationale = "With the fuse EnableEmbeddedAsarIntegrityValidation, Electron terminates the app at launch if the header of the "
    .. "archive that it loads has another SHA-256, or if Info.plist does not state one. Without the fuse, nothing is compared.",
  source    = "Electron: ASAR Integrity",
  tags      = { "security", "secrets" },
  applies   = { kind = "application", platform = "macos", files = fuses.framework },
  check     = function(bundle, report)
    local found = fuses.read(bundle)
    local state = found and found.EnableEmbeddedAsarIntegrityValidation
    local is_checked = state and state[true]
    local integrity = values.dictionary(bundle.info[key])
    for name, entry in pairs(integrity) do
      local file = bundle.files["Contents/" .. name]
      local actual, stated = file and values.can_open(file) and digest(file), values.text(values.dictionary(entry).hash)
      if actual and stated and stated:lower() ~= actual then
        report:at(integrity, name, is_checked and "the hash is not that of '%s': Electron terminates the app at launch" or "the hash is "
          .. "not that of '%s'",
          name, {
            expected = actual, fix = "let the packager write the entry after it has made the archive",
            severity = not is_checked and "warning" or nil,
          })
      end
    end
    if is_checked and bundles.exists(bundle, "Contents/" .. own) and integrity[own] == nil then
      report:missing(bundle.info, key, "Info.plist states no hash of %s: Electron terminates the app at launch", own, {
        fix = "let the packager write ElectronAsarIntegrity, or turn the fuse off",
      })
    end
  end,
  examples  = {
    pass = {
      app({ "00001" }, own, { algorithm = "SHA256", hash = hash }), app({ "00001" }, own, { algorithm = "SHA256", hash = hash:upper() }),
      app({ "00000" }), app({}), app({ "00001" }, own, { algorithm = "SHA256" }), app({ "00000" }, "Resources/other.asar", wrong),
      app({ "00001" }, own, wrong, { files = { ["Contents/" .. own] = "no archive, but text" } }),
      app({ "00001" }, own, wrong, { files = { ["Contents/" .. own] = "x" } }),
      app({ "00001" }, own, wrong, { files = { ["Contents/" .. own] = { directory = true } } }),
      app({ "00001" }, own, wrong, { files = { ["Contents/" .. own] = "\5\0\0\0\8\0\0\0\4\0\0\0\2\0\0\0{}" } }),
      -- A header that is said to end one byte after the file.
      app({ "00001" }, own, wrong, { files = { ["Contents/" .. own] = "\4\0\0\0\8\0\0\0\4\0\0\0\3\0\0\0{}" } }),
      app({ "00001" }, nil, nil, { files = {} }), {}, elsewhere(app({ "00001" }, own, wrong), { platform = "catalyst" }),
      elsewhere(app({ "00001" }, own, wrong), { kind = "plugin" }),
      -- Headers of 300 bytes, and of more than 64 KiB.
      app({ "00001" }, own, { hash = long_hash }, { files = { ["Contents/" .. own] = archives[long] } }),
      app({ "00001" }, own, { hash = longer_hash }, { files = { ["Contents/" .. own] = archives[longer] } }),
    },
    fail = {
      app({ "00001" }, own, wrong, { files = { ["Contents/" .. own] = archives[long] }, at = place }),
      app({ "00001" }, own, wrong, { files = { ["Contents/" .. own] = archives[longer] }, at = place }),
      app({ "00001" }, own, wrong, { at = place, message = "terminates the app at launch" }), app({ "00000" }, own, wrong, { at = place }),
      app({}, own, wrong, { at = place }), app({ "00001" }, nil, nil, { at = "/" .. key }),
      app({ "00001" }, "Resources/a.asar", { hash = hash }, { at = "/" .. key }),
    },
  },
}
