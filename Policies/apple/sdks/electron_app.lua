local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

local framework, key = "Contents/Frameworks/Electron Framework.framework", "ElectronAsarIntegrity"

-- For the examples.
local hash = ("0123456789abcdef"):rep(4)
local function electron(info, files, at)
  return { info = info, files = files, bundles = { [framework] = {} }, at = at }
end
local packed = { ["Contents/Resources/app.asar"] = "x" }
local function sealed(name, entry) return { [key] = { [name] = entry } } end
local path = "/" .. key .. "/Resources~1app.asar"

rule "electron-archives" {
  summary   = "ElectronAsarIntegrity must describe archives in the app, with SHA-256 hashes",
  severity  = "warning",
  rationale = "With the integrity check, Electron terminates the app at launch if the archive that it loads is not described by its path "
    .. "below Contents and a SHA-256 hash. It is a warning because the check is off unless the app turns it on.",
  source    = { "Electron: ASAR Integrity", "github.com/electron/electron: shell/common/asar/archive_mac.mm" },
  tags      = { "security", "sdk" },
  applies   = { kind = "application", platform = "macos", files = framework, key = key },
  check     = function(bundle, report)
    local integrity = bundle.info[key]
    if plist.type(integrity) ~= "dictionary" then return end
    for name, entry in pairs(integrity) do
      local fields = values.dictionary(entry)
      if not bundles.exists(bundle, "Contents/" .. name) then
        report:at(integrity, name, "Contents has no archive '%s'", name, {
          expected = "a path below Contents, such as Resources/app.asar", fix = "write the path of the archive",
        })
      elseif fields.algorithm ~= "SHA256" then
        report:at(integrity, name, "the algorithm of the hash must be SHA256: Electron cannot check the archive", {
          expected = "SHA256", fix = "let the packager write the entry",
        })
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(electron(sealed("app.asar", {}), packed), { kind = "plugin" }),
      elsewhere(electron(sealed("app.asar", {}), packed), { platform = "catalyst" }),
      {}, electron({}, packed),
      electron(sealed("Resources/app.asar", { algorithm = "SHA256", hash = hash }), packed), electron({ [key] = "x" }, packed),
      { info = sealed("Resources/app.asar", {}) },
    },
    fail = {
      electron(sealed("app.asar", { algorithm = "SHA256", hash = hash }), packed, "/" .. key .. "/app.asar"),
      electron(sealed("Resources/app.asar", { algorithm = "SHA1", hash = hash }), packed, path),
      electron(sealed("Resources/app.asar", "x"), packed, path),
    },
  },
}
