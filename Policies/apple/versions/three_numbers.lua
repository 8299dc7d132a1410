local values = import "apple.values"

rule "three-numbers" {
  summary   = "The release version and the first system are three whole numbers",
  severity  = "note",
  rationale = "The documents write them as n.n.n; what reads them fills in what is missing, each reader by itself.",
  source    = { "Information Property List Key Reference", "Bundle Programming Guide: table 2-7" },
  tags      = { "S7", "S2" },
  check     = function(bundle, report)
    for _, key in ipairs { "CFBundleShortVersionString", "LSMinimumSystemVersion" } do
      local text = values.text(bundle.info[key])
      local numbers = text and values.numbers(text)
      if numbers and #numbers < 3 then
        report:at(bundle.info, key, "%s %s has %d of three numbers", key, text, #numbers, {
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
      { info = { LSMinimumSystemVersion = "13.0.0" } }, { info = { CFBundleShortVersionString = "1.0.0" } },
    },
  },
}
