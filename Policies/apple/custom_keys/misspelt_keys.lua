-- The name is another's, or of a form that Apple's keys don't have.
local function is_foreign(name) return name:find("[%s%p]") or #name < 6 end

rule "misspelt-keys" {
  summary   = "No key is almost one of the platform's",
  severity  = "warning",
  rationale = "The platform reads keys letter by letter: a slip of the finger turns a setting off without a word.",
  source    = "Information Property List Key Reference: Custom keys",
  tags      = { "S6" },
  check     = function(bundle, report)
    for key in pairs(bundle.info) do
      if keys.is_custom(key) then
        local base = keys.split(key).base
        local nearest = not is_foreign(base) and keys.nearest(base) or nil
        -- A slip rarely hits the prefix; where it differs, somebody chose it: CrBundleIdentifier is Chromium's.
        if nearest and nearest:sub(1, 2):lower() == base:sub(1, 2):lower() then
          report:at(bundle.info, key, "the platform has no key %s; it has %s", key, nearest, {
            expected = nearest, fix = "write " .. nearest .. key:sub(#base + 1) .. ", or give a key of your own a prefix",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = { CrBundleIdentifier = "x" } }, { info = { ["com.example.CFBundleNmae"] = "x", SUFeedURL = "https://example.com", NOTE = "x", DSA = true } },
      { info = { FacebookAppID = "1", ElectronTeamID = "X", PyOptions = {}, UTTypes = 1 } },
    },
    fail = {
      { info = { CFBundleDisplayname = "App" } }, { info = { LSMinimumSytemVersion = "13.0" } },
      { platform = "ios", info = { ["UISupportedInterfaceOrientation~ipad"] = {} } },
    },
  },
}
