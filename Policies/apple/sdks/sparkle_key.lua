local elsewhere = import "apple.elsewhere"
local sparkle = import "apple.sdks.sparkle"
local values = import "apple.values"

local key = "SUPublicEDKey"
local sound = "pfIShU4dEXqPd5ObYNfDBiQWcXozk7estwzTnF9BamQ="

rule "sparkle-key" {
  summary   = "SUPublicEDKey must be the 32 bytes of a public EdDSA key in base64, and a DSA key must be in the app",
  severity  = "error",
  rationale = "With a damaged key, such as one that was copied from a terminal together with its %, Sparkle refuses every update: users of "
    .. "this version never get another one.",
  source    = {
    "Sparkle: Basic Setup", "Sparkle: Customizing Sparkle, SUPublicEDKey", "github.com/sparkle-project/Sparkle: SUSignatures.m",
  },
  tags      = { "security", "sdk" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, key = { key, "SUPublicDSAKeyFile" } },
  check     = function(bundle, report)
    local info = bundle.info
    local text, file = info[key], values.text(info.SUPublicDSAKeyFile)
    -- Sparkle ignores blanks around the key.
    local own = type(text) == "string" and text:match("%s*(.-)%s*$")
    if own and not values.has_variable(own) and not sparkle.is_base64(own, 32) then
      report:at(info, key, "'%s' is not a public EdDSA key: Sparkle refuses every update", text, {
        expected = "44 characters of base64", fix = "copy the line that generate_keys -p prints",
      })
    end
    if file and not bundles.exists(bundle, "Contents/Resources/" .. file) then
      report:at(info, "SUPublicDSAKeyFile", "the resources contain no key '%s': Sparkle refuses every update", file, {
        expected = "Contents/Resources/" .. file, fix = "copy the key into the resources, or remove SUPublicDSAKeyFile",
      })
    end
  end,
  examples  = {
    pass = {
      elsewhere({ info = { [key] = "" } }, { kind = "plugin" }),
      elsewhere({ info = { [key] = "" } }, { platform = "ios" }),
      {}, { info = { [key] = sound } }, { info = { [key] = "$(ED_KEY)" } }, { info = { [key] = true } },
      { info = { [key] = " " .. sound .. "\n" } },
      { info = { SUPublicDSAKeyFile = { "dsa_pub.pem" } } },
      { info = { SUPublicDSAKeyFile = "dsa_pub.pem" }, files = { ["Contents/Resources/dsa_pub.pem"] = "x" } },
    },
    fail = {
      { platform = "catalyst", info = { [key] = "" }, at = "/" .. key },
      { info = { [key] = sound .. "%" }, at = "/" .. key }, { info = { [key] = "" }, at = "/" .. key },
      { info = { [key] = sound:sub(1, 40) }, at = "/" .. key }, { info = { [key] = sound:sub(1, 43) }, at = "/" .. key },
      { info = { [key] = sound:sub(1, 42) .. "==" }, at = "/" .. key }, { info = { [key] = sound:sub(1, 43) .. "A" }, at = "/" .. key },
      { info = { [key] = "=" .. sound:sub(2) }, at = "/" .. key },
      { info = { SUPublicDSAKeyFile = "dsa_pub.pem" }, at = "/SUPublicDSAKeyFile" },
    },
  },
}
