local forms = import "apple.secrets.forms"
local search = import "apple.secrets.search"

-- For the examples: the form of each key, with letters that no key has.
local function letters(count, alphabet) return (alphabet or "aB3dE6gH9j"):rep(count // 8 + 1):sub(1, count) end
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
  shopify = "shpat_" .. letters(32, hex), slack = "xoxb-" .. letters(40), slack_app = "xapp-1-A012345-1234-" .. letters(64, hex),
  slack_hook = "https://hooks.slack.com/services/T01234567/B01234567/" .. letters(24), stripe = "sk_live_" .. letters(24),
  stripe_restricted = "rk_live_" .. letters(24), stripe_hook = "whsec_" .. letters(32), supabase = "sb_secret_" .. letters(30),
  -- {"role":"service_role"}, and the same word at the two other places in a group of three bytes.
  supabase_0 = "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0." .. letters(43),
  supabase_1 = "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxLCJyIjoic2VydmljZV9yb2xlIn0." .. letters(43),
  twilio = "SK" .. letters(32, hex),
}
local failing = {
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
}
for _, key in pairs(keys) do failing[#failing + 1] = { files = { ["Contents/Resources/a.txt"] = key },
  at = "Contents/Resources/a.txt" } end

rule "secret-keys" {
  summary   = "An app must not contain secret keys and tokens of services",
  severity  = "error",
  rationale = "Everybody who has the app can read them, in property lists, scripts and code alike, and then use the service in your name "
    .. "and at your expense. Reports show only how a key begins.",
  source    = {
    "AWS Identity and Access Management: IAM identifiers, unique identifier prefixes",
      "GitHub: About authentication to GitHub, token formats",
    "GitLab: Token overview, token prefixes", "Slack: Token types", "Stripe: API keys", "Twilio: API keys", "SendGrid: API keys",
    "Mapbox: Access tokens", "Supabase: Understanding API keys", "GitHub: Supported secret scanning patterns",
  },
  tags      = { "secrets" },
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
          .. "pk.eyJ1IjoiZXhhbXBsZSIsImEiOiJjbGV4YW1wbGUifQ.aB3dE6gH9jaB3dE6gH9jaB AIza" .. letters(35) .. " xSK" .. letters(32, hex),
        ["Contents/Resources/a.png"] = keys.stripe,
        -- A token of Supabase that is meant to be public.
        ["Contents/Resources/b.txt"] = "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9." .. letters(43),
      } },
      { kind = "archive", bundles = { ["Products/Applications/App.app"] = {} } },
    },
    fail = failing,
  },
}
