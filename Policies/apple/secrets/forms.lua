-- The forms of keys and tokens of services, with the page that documents each. `secret` ones must never be in an app; `restricted` ones may
-- be, if the issuer limits them to it.
local gitleaks = "https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml"
local trufflehog = "https://github.com/trufflesecurity/trufflehog/tree/main/pkg/detectors"

-- The end of a key that may end in a character that is not part of a word.
local stop = "(?:[^0-9A-Za-z+/=_-]|$)"

-- Each is { name, source, pattern }.
local keys_of_services = {
  { "a 1Password service account token", gitleaks, "\\bops_eyJ[0-9A-Za-z+/]{250,1000}" },
  { "an age identity", gitleaks, "\\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}\\b" },
  { "an Airtable token", gitleaks, "\\bpat[0-9A-Za-z]{14}\\.[0-9a-f]{64}\\b" },
  {
    "an Amazon Web Services access key", "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html",
    "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\\b",
  },
  { "an Amazon Bedrock API key", gitleaks, "\\bABSK[0-9A-Za-z+/]{109,269}={0,2}" .. stop },
  { "an Anthropic API key", trufflehog, "\\bsk-ant-(?:api|admin)[0-9]{2}-[0-9A-Za-z_-]{80,120}" },
  { "an Atlassian API key", trufflehog, "\\bATCTT3xFfG[0-9A-Za-z+/=_-]{20,300}=[0-9A-Za-z]{8}\\b" },
  { "an Azure client secret", gitleaks, "\\b[0-9A-Za-z_~.]{3}[0-9]Q~[0-9A-Za-z_~.-]{31,34}" .. stop },
  {
    "an Azure Storage account key", "https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string",
    "\\bAccountKey=[0-9A-Za-z+/]{86}==",
  },
  { "a Brevo API key", gitleaks, "\\bxkeysib-[0-9a-f]{64}-[0-9A-Za-z]{16}\\b" },
  { "a CircleCI token", trufflehog, "\\bCCIPAT_[0-9A-Za-z]{22}_[0-9A-Fa-f]{40}\\b" },
  { "a Cloudflare API token", trufflehog, "\\bcf[ua]t_[0-9A-Za-z]{40}[0-9a-f]{8}\\b" },
  {
    "a Cloudinary secret", "https://cloudinary.com/documentation/cloudinary_credentials_tutorial",
    "\\bcloudinary://[0-9]{12,18}:[0-9A-Za-z_-]{20,40}@",
  },
  { "a Contentful token", trufflehog, "\\bCFPAT-[0-9A-Za-z_-]{43}" .. stop },
  { "a Databricks token", gitleaks, "\\bdapi[0-9a-f]{32}(?:-[0-9])?\\b" },
  { "a DigitalOcean token", gitleaks, "\\bdo[opr]_v1_[0-9a-f]{64}\\b" },
  { "a Discord webhook", trufflehog, "\\bdiscord(?:app)?\\.com/api/webhooks/[0-9]{17,20}/[0-9A-Za-z_-]{60,80}" },
  { "a Docker Hub token", trufflehog, "\\bdckr_(?:pat_[0-9A-Za-z_-]{27}|oat_[0-9A-Za-z_-]{32})" .. stop },
  { "a Doppler token", trufflehog, "\\bdp\\.(?:ct|pt|st(?:\\.[0-9a-z_-]{2,35})?|sa|scim|audit)\\.[0-9A-Za-z]{40,44}\\b" },
  { "a Dynatrace token", gitleaks, "\\bdt0c01\\.[0-9A-Za-z]{24}\\.[0-9A-Za-z]{64}\\b" },
  { "an ElevenLabs API key", trufflehog, "\\bsk_[0-9a-f]{48}\\b" },
  { "a Figma token", trufflehog, "\\bfig(?:d_[0-9A-Za-z_-]{40}|p_[0-9A-Za-z_=-]{40,54})" .. stop },
  {
    "a Firebase Cloud Messaging server key", "https://firebase.google.com/docs/cloud-messaging/auth-server",
    "\\bAAAA[0-9A-Za-z_-]{7}:APA91b[0-9A-Za-z_-]{134}",
  },
  {
    "a GitHub token",
    "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats",
    "\\b(?:gh[opsru]_[0-9A-Za-z]{36}|github_pat_[0-9A-Za-z_]{82})\\b",
  },
  {
    "a GitLab token", "https://docs.gitlab.com/security/tokens/#token-prefixes",
    "\\b(?:gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[0-9A-Za-z_-]{20,64}|GR1348941[0-9A-Za-z_-]{20}" .. stop .. ")",
  },
  { "a Google OAuth client secret", "https://developers.google.com/identity/protocols/oauth2", "\\bGOCSPX-[0-9A-Za-z_-]{28}" .. stop },
  { "a Grafana token", gitleaks, "\\bgl(?:sa_[0-9A-Za-z]{32}_[0-9A-Fa-f]{8}\\b|c_eyJ[0-9A-Za-z+/]{32,400})" },
  { "a Groq API key", trufflehog, "\\bgsk_[0-9A-Za-z]{52}\\b" },
  { "a HashiCorp Vault token", gitleaks, "\\bhv(?:s\\.[0-9A-Za-z_-]{90,120}|b\\.[0-9A-Za-z_-]{138,300})" .. stop },
  { "a Heroku API key", gitleaks, "\\bHRKU-AA[0-9A-Za-z_-]{58}" .. stop },
  { "a Hugging Face token", trufflehog, "\\b(?:hf_|api_org_)[0-9A-Za-z]{34}\\b" },
  { "a LangSmith API key", trufflehog, "\\blsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}\\b" },
  {
    "a LaunchDarkly server key", trufflehog,
    "\\b(?:api|sdk)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\\b",
  },
  { "a Linear API key", gitleaks, "\\blin_api_[0-9A-Za-z]{40}\\b" },
  { "a Mailchimp API key", trufflehog, "\\b[0-9a-f]{32}-us[0-9]{1,2}\\b" },
  {
    "a Mapbox secret token", "https://docs.mapbox.com/help/getting-started/access-tokens/",
    "\\bsk\\.eyJ[0-9A-Za-z_-]{20,500}\\.[0-9A-Za-z_-]{20,50}",
  },
  {
    "a Microsoft Teams webhook", gitleaks,
    "\\.webhook\\.office\\.com/webhookb2/[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/[0-9a-f]{32}/[0-9a-f-]{36}",
  },
  {
    "a MongoDB Atlas password", trufflehog,
    "\\bmongodb\\+srv://[^\\s:/@\"'<>${}%]{3,50}:[^\\s:/@\"'<>${}]{8,88}@[0-9A-Za-z.-]{1,100}\\.mongodb\\.net\\b",
  },
  { "a Netlify token", trufflehog, "\\bnfp_[0-9A-Za-z_]{36}\\b" },
  { "a New Relic user key", trufflehog, "\\bNRAK-[0-9A-Z]{27}\\b" },
  { "a Notion token", gitleaks, "\\b(?:ntn_[0-9]{11}[0-9A-Za-z]{35}|secret_[0-9A-Za-z]{43})\\b" },
  { "an npm token", gitleaks, "\\bnpm_[0-9A-Za-z]{36}\\b" },
  { "an NVIDIA API key", trufflehog, "\\bnvapi-[0-9A-Za-z_-]{64}" .. stop },
  {
    "an OpenAI API key", trufflehog,
    "\\bsk-(?:(?:proj|svcacct|service|admin)-[0-9A-Za-z_-]{20,120}|[0-9A-Za-z]{20})T3BlbkFJ[0-9A-Za-z_-]{20,120}",
  },
  { "an OpenRouter API key", trufflehog, "\\bsk-or-v1-[0-9a-f]{64}\\b" },
  { "a Perplexity API key", gitleaks, "\\bpplx-[0-9A-Za-z]{48}\\b" },
  { "a Pinecone API key", trufflehog, "\\bpcsk_[0-9A-Za-z]{5,6}_[0-9A-Za-z]{63}\\b" },
  {
    "a Plaid access token", gitleaks,
    "\\baccess-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b",
  },
  { "a PlanetScale password", gitleaks, "\\bpscale_(?:tkn|oauth|pw)_[0-9A-Za-z_=.-]{32,64}" },
  { "a personal API key of PostHog", trufflehog, "\\bphx_[0-9A-Za-z_]{43,48}\\b" },
  { "a Postman API key", gitleaks, "\\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\\b" },
  { "a Pulumi token", gitleaks, "\\bpul-[0-9a-f]{40}\\b" },
  { "a PyPI token", gitleaks, "\\bpypi-AgEIcHlwaS5vcmc[0-9A-Za-z_-]{50,500}" },
  { "a Replicate token", trufflehog, "\\br8_[0-9A-Za-z_-]{37}" .. stop },
  { "a RubyGems API key", gitleaks, "\\brubygems_[0-9a-f]{48}\\b" },
  { "a SendGrid API key", trufflehog, "\\bSG\\.[0-9A-Za-z_-]{22}\\.[0-9A-Za-z_-]{43}" .. stop },
  {
    "a Sentry auth token", "https://docs.sentry.io/account/auth-tokens/",
    "\\b(?:sntrys_eyJ[0-9A-Za-z+/=_]{60,400}|sntryu_[0-9a-f]{64}\\b)",
  },
  { "a Shippo token", gitleaks, "\\bshippo_live_[0-9A-Fa-f]{40}\\b" },
  {
    "a Shopify token", "https://shopify.dev/changelog/length-of-the-shopify-access-token-is-increasing",
    "\\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\\b",
  },
  {
    "a Slack token", "https://docs.slack.dev/authentication/tokens",
    "\\b(?:xox[beops]-[0-9]{1,14}-[0-9A-Za-z-]{18,250}|xox[ar]-(?:[0-9]{1,14}-){1,3}[0-9A-Za-z-]{8,250}"
      .. "|xapp-[0-9]-[0-9A-Z]+-[0-9]+-[0-9a-f]{64})",
  },
  {
    "a Slack webhook", "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
    "\\bhooks\\.slack\\.com/(?:services/T[0-9A-Z]{8,12}/B[0-9A-Z]{8,12}/[0-9A-Za-z]{24}|(?:workflows|triggers)/[0-9A-Za-z+/]{43,56})",
  },
  { "a Square access token", trufflehog, "\\bsq0(?:atp-[0-9A-Za-z_-]{22}|c[a-z]{2}-[0-9A-Za-z_-]{40,50})" .. stop },
  { "a Stripe live key", "https://docs.stripe.com/keys", "\\b[sr]k_live_[0-9A-Za-z]{20,247}\\b" },
  { "a webhook secret of Stripe or Svix", "https://docs.stripe.com/webhooks", "\\bwhsec_[0-9A-Za-z+/]{32,64}" },
  {
    "a Supabase service key", "https://supabase.com/docs/guides/getting-started/api-keys",
    "\\bsb_secret_[0-9A-Za-z_-]{20,64}|"
      -- "service_role" in the base64 of a token, at each of the three places in a group of three bytes.
      .. "\\beyJ[0-9A-Za-z_-]{10,200}\\.eyJ[0-9A-Za-z_-]{0,500}(?:c2VydmljZV9yb2xl|NlcnZpY2Vfcm9sZ|zZXJ2aWNlX3JvbGU)[0-9A-Za-z_-]{0,500}"
      .. "\\.[0-9A-Za-z_-]{20,100}",
  },
  { "a personal Supabase token", trufflehog, "\\bsbp_[0-9a-f]{40}\\b" },
  { "a Tailscale key", trufflehog, "\\btskey-[a-z]+-[0-9A-Za-z_]{6,40}-[0-9A-Za-z_]{16,60}\\b" },
  { "a Telegram bot token", "https://core.telegram.org/bots/features#botfather", "\\b[0-9]{8,10}:AA[0-9A-Za-z_-]{33}" .. stop },
  { "a Terraform token", gitleaks, "\\b[0-9A-Za-z]{14}\\.atlasv1\\.[0-9A-Za-z_=-]{60,70}" },
  { "a Twilio API key", trufflehog, "\\bSK[0-9a-f]{32}\\b" },
  { "an xAI API key", trufflehog, "\\bxai-[0-9A-Za-z_]{80}\\b" },
}
local secret, sources, seen = {}, {}, {}
for _, entry in ipairs(keys_of_services) do
  local name, source, pattern = table.unpack(entry)
  secret[name] = pattern
  if not seen[source] then sources[#sources + 1] = source end
  seen[source] = true
end
local restricted = { ["a Google API key"] = "\\bAIza[0-9A-Za-z_-]{35}" }
-- A PEM block with its beginning and some of its content; libraries contain the first line alone. Code and JSON escape line feeds. Headers
-- may precede the content of an OpenPGP key.
local private = {
  ["a private key"] = "-----BEGIN (?:RSA |EC |DSA |OPENSSH )?PRIVATE "
    .. "KEY-----(?:\\s|\\\\[rn]){1,8}[0-9A-Za-z+/]{32}[0-9A-Za-z+/=\\s\\\\]{0,64}",
  ["an OpenPGP private key"] = "-----BEGIN PGP PRIVATE KEY BLOCK-----(?:(?:\\s|\\\\[rn]){1,8}[A-Z][a-z]{3,12}: [^\\n\\\\]{1,80}){0,4}"
    .. "(?:\\s|\\\\[rn]){1,8}[0-9A-Za-z+/]{32}",
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

return {
  all = all, secret = secret, sources = sources, restricted = restricted, private = private, debugging = debugging, maps = maps,
  fuses = fuses,
}
