local values = import "apple.values"

rule "three-numbers" {
  summary   = "The release version and the minimum system must have three whole numbers",
  severity  = "note",
  rationale = "Apple's documentation uses the form n.n.n; each reader fills in missing numbers in its own way.",
  source    = { "Information Property List Key Reference", "Bundle Programming Guide: table 2-7" },
  tags      = { "S7", "S2" },
  applies   = { key = { "CFBundleShortVersionString", "LSMinimumSystemVersion" } },
  check     = function(bundle, report)
    for _, key in ipairs { "CFBundleShortVersionString", "LSMinimumSystemVersion" } do
      local text = values.text(bundle.info[key])
      local numbers = text and values.numbers(text)
      if numbers and #numbers < 3 then
        report:at(bundle.info, key, "%s %s has only %d of 3 numbers", key, text, #numbers, {
          expected = "n.n.n", fix = "write " .. text .. (".0"):rep(3 - #numbers),
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleShortVersionString = "1.0.0", LSMinimumSystemVersion = "13.0.0" } },
      { info = { CFBundleShortVersionString = "one", LSMinimumSystemVersion = 13 } },
      { info = { CFBundleShortVersionString = { 1, 0 } }, without = "LSMinimumSystemVersion" },
    },
    fail = {
      { info = { LSMinimumSystemVersion = "13.0.0" }, at = "/CFBundleShortVersionString" },
      { info = { CFBundleShortVersionString = "1.0.0" }, at = "/LSMinimumSystemVersion" },
      { without = "LSMinimumSystemVersion", at = "/CFBundleShortVersionString" },
      { without = "CFBundleShortVersionString", at = "/LSMinimumSystemVersion" },
    },
  },
}
