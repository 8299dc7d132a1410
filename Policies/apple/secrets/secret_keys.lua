local forms = import "apple.secrets.forms"
local search = import "apple.secrets.search"

-- For the examples: the form of each key, with letters that no key has.
local mixed = "aB3dE6gH9j"
local function letters(count, alphabet) return (alphabet or mixed):rep(count):sub(1, count) end
local hex = "0a1b2c3d4e5f6789"
local keys = {
  AKIA = "AKIA" .. letters(16, "ABCDEFG234567XYZ"), ASIA = "ASIA" .. letters(16, "ABCDEFG234567XYZ"),
  anthropic = "sk-ant-api03-" .. letters(95), azure = "AccountKey=" .. letters(86) .. "==",
  digitalocean = "dop_v1_" .. letters(64, hex), firebase = "AAAA" .. letters(7) .. ":APA91b" .. letters(134),
  github = "ghp_" .. letters(36), github_fine = "github_pat_" .. letters(82), gitlab = "glpat-" .. letters(20),
  google = "GOCSPX-" .. letters(28), hugging_face = "hf_" .. letters(34, "aBcDeFgHiJ"),
  mapbox = "sk.eyJ" .. letters(60) .. "." .. letters(22), npm = "npm_" .. letters(36),
  openai = "sk-proj-" .. letters(74) .. "T3BlbkFJ" .. letters(74), openai_old = "sk-" .. letters(20) .. "T3BlbkFJ" .. letters(20),
  pypi = "pypi-AgEIcHlwaS5vcmc" .. letters(60), sendgrid = "SG." .. letters(22) .. "." .. letters(43),
  shopify = "shpat_" .. letters(32, hex),
  slack = "xoxb-0123456789-" .. letters(24), slack_workspace = "xoxa-1-" .. letters(20),
  slack_app = "xapp-1-A012345-1234-" .. letters(64, hex),
  slack_hook = "https://hooks.slack.com/services/T01234567/B01234567/" .. letters(24), stripe = "sk_live_" .. letters(24),
  stripe_restricted = "rk_live_" .. letters(24), stripe_hook = "whsec_" .. letters(32), supabase = "sb_secret_" .. letters(30),
  -- {"role":"service_role"}, and the same word at the two other places in a group of three bytes.
  supabase_0 = "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0." .. letters(43),
  supabase_1 = "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxLCJyIjoic2VydmljZV9yb2xlIn0." .. letters(43),
  twilio = "SK" .. letters(32, hex), ABIA = "ABIA" .. letters(16, "ABCDEFG234567XYZ"), ACCA = "ACCA" .. letters(16, "ABCDEFG234567XYZ"),
  onepassword = "ops_eyJ" .. letters(260), age = "AGE-SECRET-KEY-1" .. letters(58, "QPZRY9X8GF2T"),
  airtable = "pat" .. letters(14) .. "." .. letters(64, hex), bedrock = "ABSK" .. letters(120) .. "==",
  atlassian = "ATCTT3xFfG" .. letters(60) .. "=" .. letters(8), azure_client = "aB3" .. "8Q~" .. letters(34),
  brevo = "xkeysib-" .. letters(64, hex) .. "-" .. letters(16), circleci = "CCIPAT_" .. letters(22) .. "_" .. letters(40, hex),
  cloudflare = "cfut_" .. letters(40) .. letters(8, hex), cloudflare_account = "cfat_" .. letters(40) .. letters(8, hex),
  cloudinary = "cloudinary://123456789012345:" .. letters(27) .. "@example", contentful = "CFPAT-" .. letters(43),
  databricks = "dapi" .. letters(32, hex) .. "-2", discord = "https://discord.com/api/webhooks/123456789012345678/" .. letters(68),
  discord_old = "https://discordapp.com/api/webhooks/123456789012345678/" .. letters(68),
  docker = "dckr_pat_" .. letters(27), docker_organization = "dckr_oat_" .. letters(32), doppler = "dp.pt." .. letters(43),
  doppler_service = "dp.st.dev." .. letters(43), dynatrace = "dt0c01." .. letters(24) .. "." .. letters(64),
  elevenlabs = "sk_" .. letters(48, hex), figma = "figd_" .. letters(40), figma_plan = "figp_" .. letters(50),
  gitlab_runner = "GR1348941" .. letters(20), grafana = "glsa_" .. letters(32) .. "_" .. letters(8, hex),
  grafana_cloud = "glc_eyJ" .. letters(60), groq = "gsk_" .. letters(52),
  vault = "hvs." .. letters(95), vault_batch = "hvb." .. letters(150),
  heroku = "HRKU-AA" .. letters(58), hugging_face_organization = "api_org_" .. letters(34), langsmith = "lsv2_pt_" .. letters(32, hex)
    .. "_" .. letters(10, hex), launchdarkly = "sdk-01234567-89ab-4def-8123-0123456789ab",
  launchdarkly_token = "api-01234567-89ab-4def-8123-0123456789ab", linear = "lin_api_" .. letters(40),
  mailchimp = letters(32, hex) .. "-us21", teams = "https://example.webhook.office.com/webhookb2/01234567-89ab-4def-8123-0123456789ab@"
    .. "01234567-89ab-4def-8123-0123456789ab/IncomingWebhook/" .. letters(32, hex) .. "/01234567-89ab-4def-8123-0123456789ab",
  mongodb = "mongodb+srv://example:" .. letters(16) .. "@cluster0.ab1cd.mongodb.net/db", netlify = "nfp_" .. letters(36),
  newrelic = "NRAK-" .. letters(27, "ABCDEF0123"), notion = "ntn_01234567890" .. letters(35), notion_old = "secret_" .. letters(43),
  nvidia = "nvapi-" .. letters(64), openrouter = "sk-or-v1-" .. letters(64, hex), perplexity = "pplx-" .. letters(48),
  pinecone = "pcsk_aB3dE_" .. letters(63), plaid = "access-production-01234567-89ab-4def-8123-0123456789ab",
  planetscale = "pscale_tkn_" .. letters(43), posthog = "phx_" .. letters(44),
  postman = "PMAK-" .. letters(24, hex) .. "-" .. letters(34, hex),
  pulumi = "pul-" .. letters(40, hex), replicate = "r8_" .. letters(37), rubygems = "rubygems_" .. letters(48, hex),
  sentry = "sntrys_eyJ" .. letters(150), sentry_user = "sntryu_" .. letters(64, hex), shippo = "shippo_live_" .. letters(40, hex),
  slack_workflow = "https://hooks.slack.com/workflows/" .. letters(50),
  square = "sq0atp-" .. letters(22), square_secret = "sq0csp-" .. letters(43),
  supabase_personal = "sbp_" .. letters(40, hex), tailscale = "tskey-auth-" .. letters(12) .. "-" .. letters(32),
  telegram = "123456789:AA" .. letters(33), terraform = letters(14) .. ".atlasv1." .. letters(67), xai = "xai-" .. letters(80),
}
local many = {}
for index = 1, 101 do many[index] = ("npm_%04d"):format(index) .. letters(32) end
local failing = {
  { files = { ["Contents/Resources/a.txt"] = "ghp_EXAMPLE" .. letters(29) }, at = "Contents/Resources/a.txt" },
  {
    files = { ["Contents/Resources/a.plist"] = '<plist><dict><key>K</key><string>' .. keys.stripe .. "</string></dict></plist>" },
    at = "Contents/Resources/a.plist", message = "in line 1",
  },
  {
    files = { ["Contents/MacOS/App"] = { mach_o = { strings = { "a", keys.github } } } }, at = "Contents/MacOS/App",
    message = "a GitHub token (ghp_aB3d…)",
  },
  {
    bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Resources/a.js"] = "\nlet a = "
      .. "'" .. keys.slack .. "'" } } },
    at = "Contents/Frameworks/Kit.framework/Versions/A/Resources/a.js", count = 1,
  },
  { kind = "framework", files = { ["Versions/A/Resources/a.js"] = keys.npm }, at = "Versions/A/Resources/a.js" },
  { platform = "ios", kind = "extension", files = { ["a.json"] = '{"a": "' .. keys.npm .. '"}' }, at = "a.json" },
  { kind = "plugin", files = { ["Contents/Resources/a.txt"] = keys.npm .. "\n" .. keys.stripe }, at = "Contents/Resources/a.txt",
    count = 2 },
  { platform = "ios", files = { ["a.js"] = keys.AKIA }, at = "a.js", message = "(AKIAAB…), which" },
  -- In one file, 100 are enough.
  { platform = "ios", files = { ["a.js"] = table.concat(many, " ") }, at = "a.js", count = 100 },
}
for _, key in pairs(keys) do failing[#failing + 1] = { files = { ["Contents/Resources/a.txt"] = key },
  at = "Contents/Resources/a.txt" } end

rule "secret-keys" {
  summary   = "An app must not contain secret keys and tokens of services",
  severity  = "error",
  rationale = "Everybody who has the app can read them, in property lists, scripts and code alike, and then use the service in your name "
    .. "and at your expense. Reports show only how a key begins.",
  -- Each form is documented at one of these.
  source    = forms.sources,
  tags      = { "security", "secrets" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, nested = false },
  check     = function(bundle, report)
    for _, entry in ipairs(search.found(bundle, forms.secret)) do
      local key = search.shown(entry.match.text)
      -- Amazon's own documentation has such keys.
      if not entry.match.text:find("EXAMPLE$") then
        report:file(entry.file, "contains %s (%s)%s, which everybody can read in the app", entry.match.name, key, entry.where, {
          expected = "no key", fix = "call the service from a server of yours, and revoke the key", place = entry.place,
          discriminator = entry.match.name .. " " .. key,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = {
        ["Contents/Resources/a.txt"] = "AKIAIOSFODNN7EXAMPLE pk_live_aB3dE6gH9jaB3dE6gH9jaB3d sk_test_aB3dE6gH9jaB3dE6gH9jaB3d "
          .. "pk.eyJ1IjoiZXhhbXBsZSIsImEiOiJjbGV4YW1wbGUifQ.aB3dE6gH9jaB3dE6gH9jaB AIza" .. letters(35) .. " xSK" .. letters(32, hex)
          .. " xoxb-your-token-goes-right-here-please mongodb+srv://<user>:<password>@cluster0.ab1cd.mongodb.net "
          .. "mongodb+srv://user:${PASSWORD}@cluster0.ab1cd.mongodb.net phc_" .. letters(43) .. " secret_" .. letters(44),
        ["Contents/Resources/a.png"] = keys.stripe,
        -- A token of Supabase that is meant to be public.
        ["Contents/Resources/b.txt"] = "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9." .. letters(43),
      } },
      { kind = "archive", files = { ["dSYMs/a.txt"] = keys.stripe } },
    },
    fail = failing,
  },
}
