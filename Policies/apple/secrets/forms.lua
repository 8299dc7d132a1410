-- The forms of keys and tokens that their issuers document, by name. `secret` ones must never be in an app; `restricted` ones may be, if
-- the issuer limits them to it.
local secret = {
  ["an Amazon Web Services access key"] = "\\b(?:AKIA|ASIA)[A-Z2-7]{16}\\b",
  ["an Anthropic API key"] = "\\bsk-ant-(?:api|admin)[0-9]{2}-[0-9A-Za-z_-]{80,120}",
  ["an Azure Storage account key"] = "\\bAccountKey=[0-9A-Za-z+/]{86}==",
  ["a DigitalOcean token"] = "\\bdo[opr]_v1_[0-9a-f]{64}\\b",
  ["a Firebase Cloud Messaging server key"] = "\\bAAAA[0-9A-Za-z_-]{7}:APA91b[0-9A-Za-z_-]{134}",
  ["a GitHub token"] = "\\b(?:gh[opsru]_[0-9A-Za-z]{36}|github_pat_[0-9A-Za-z_]{82})\\b",
  ["a GitLab token"] = "\\bgl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[0-9A-Za-z_-]{20,64}",
  ["a Google OAuth client secret"] = "\\bGOCSPX-[0-9A-Za-z_-]{28}\\b",
  ["a Hugging Face token"] = "\\bhf_[A-Za-z]{34}\\b",
  ["a Mapbox secret token"] = "\\bsk\\.eyJ[0-9A-Za-z_-]{20,500}\\.[0-9A-Za-z_-]{20,50}",
  ["an npm token"] = "\\bnpm_[0-9A-Za-z]{36}\\b",
  ["an OpenAI API key"] = "\\bsk-(?:(?:proj|svcacct|admin)-[0-9A-Za-z_-]{20,120}|[0-9A-Za-z]{20})T3BlbkFJ[0-9A-Za-z_-]{20,120}",
  ["a PyPI token"] = "\\bpypi-AgEIcHlwaS5vcmc[0-9A-Za-z_-]{50,500}",
  ["a SendGrid API key"] = "\\bSG\\.[0-9A-Za-z_-]{22}\\.[0-9A-Za-z_-]{43}\\b",
  ["a Shopify token"] = "\\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\\b",
  ["a Slack token"] = "\\b(?:xox[abeoprs]-[0-9A-Za-z-]{20,250}|xapp-[0-9]-[0-9A-Z]+-[0-9]+-[0-9a-f]{64})",
  ["a Slack webhook"] = "hooks\\.slack\\.com/services/T[0-9A-Z]{8,12}/B[0-9A-Z]{8,12}/[0-9A-Za-z]{24}",
  ["a Stripe live key"] = "\\b[sr]k_live_[0-9A-Za-z]{24,247}\\b",
  ["a Stripe webhook secret"] = "\\bwhsec_[0-9A-Za-z+/]{32,64}",
  ["a Supabase service key"] = "\\bsb_secret_[0-9A-Za-z_-]{20,64}|"
    -- "service_role" in the base64 of a token, at each of the three places in a group of three bytes.
    .. "\\beyJ[0-9A-Za-z_-]{10,200}\\.eyJ[0-9A-Za-z_-]{0,500}(?:c2VydmljZV9yb2xl|NlcnZpY2Vfcm9sZ|zZXJ2aWNlX3JvbGU)[0-9A-Za-z_-]{0,500}"
    .. "\\.[0-9A-Za-z_-]{20,100}",
  ["a Twilio API key"] = "\\bSK[0-9a-f]{32}\\b",
}
local restricted = { ["a Google API key"] = "\\bAIza[0-9A-Za-z_-]{35}" }
-- A PEM block with its beginning and some of its content; libraries contain the first line alone. Code and JSON escape line feeds.
local private = {
  ["a private key"] = "-----BEGIN (?:RSA |EC |DSA |OPENSSH )?PRIVATE "
    .. "KEY-----(?:\\s|\\\\[rn]){1,8}[0-9A-Za-z+/]{32}[0-9A-Za-z+/=\\s\\\\]{0,64}",
}
-- Hosts that only a developer's machine reaches, and tunnels to one, with the character after the host.
local after = "(?:[^0-9A-Za-z.-]|$)"
local debugging = {
  ["a tunnel to a developer's machine"] = "\\bhttps?://[0-9A-Za-z-]+(?:\\.(?:eu|us|ap|au|sa|jp|in))?"
    .. "\\.(?:ngrok\\.io|ngrok\\.app|ngrok\\.dev|ngrok-free\\.app|ngrok-free\\.dev|trycloudflare\\.com|loca\\.lt|serveo\\.net)" .. after,
  ["the host of Android's emulator"] = "\\bhttps?://10\\.0\\.2\\.2" .. after,
  ["the developer's machine"] = "\\bhttps?://(?:localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0|\\[::1\\])" .. after,
}
local maps = { ["a source map"] = "sourceMappingURL=data:application/json[0-9A-Za-z;=-]{0,40},[0-9A-Za-z+/]{16}" }
-- Electron's fuses: a mark, the version, their number, and a character for each.
local fuses = { fuses = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\\x01[\\x01-\\x40][01r]{1,64}" }

local all = {}
for _, forms in ipairs { secret, restricted, private, debugging, maps, fuses } do
  for name, pattern in pairs(forms) do all[name] = pattern end
end

return { all = all, secret = secret, restricted = restricted, private = private, debugging = debugging, maps = maps, fuses = fuses }
