rule "misspelt-keys" {
  summary   = "No key is almost one of the platform's",
  severity  = "warning",
  rationale = "The platform reads keys letter by letter: a slip of the finger turns a setting off without a word.",
  source    = "Information Property List Key Reference: Custom keys",
  tags      = { "S6" },
  check     = function(bundle, report)
    for key in pairs(bundle.info) do
      local base = keys.split(key).base
      -- What belongs into the value of another key is spelt right, and misplaced-keys' finding.
      local nearest = keys.is_custom(key) and #keys.parents(base) == 0 and keys.nearest(base)
      -- A slip rarely hits the prefix; where it differs, somebody chose it: CrBundleIdentifier is Chromium's.
      if nearest and nearest:sub(1, 2):lower() == base:sub(1, 2):lower() then
        report:at(bundle.info, key, "the platform has no key %s; it has %s", key, nearest, {
          expected = nearest, fix = "write " .. nearest .. key:sub(#base + 1) .. ", or give a key of your own a prefix",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = { CrBundleIdentifier = "x" } }, { info = { ["com.example.CFBundleNmae"] = "x", SUFeedURL = "https://example.com", NOTE = "x", DSA = true } },
      { info = { UILaunchImageSize = "{320, 480}" } },
      { info = { FacebookAppID = "1", ElectronTeamID = "X", PyOptions = {}, UTTypes = 1 } },
    },
    fail = {
      { info = { CFBundleDisplayname = "App" } }, { info = { LSMinimumSytemVersion = "13.0" } }, { info = { CFBundle_Name = "App" } },
      { platform = "ios", info = { ["UISupportedInterfaceOrientation~ipad"] = {} } },
    },
  },
}
