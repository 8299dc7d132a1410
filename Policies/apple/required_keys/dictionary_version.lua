rule "dictionary-version" {
  summary   = "CFBundleInfoDictionaryVersion must be 6.0",
  severity  = "note",
  rationale = "It is the only version of the format; build systems write it into every bundle.",
  source    = "Information Property List Key Reference: Core Foundation Keys",
  tags      = { "S3" },
  check     = function(bundle, report)
    local value = bundle.info.CFBundleInfoDictionaryVersion
    local details = { expected = "the string 6.0", fix = {
      text = "set CFBundleInfoDictionaryVersion to 6.0", set = { CFBundleInfoDictionaryVersion = "6.0" },
    } }
    if value == nil then
      report:missing(bundle.info, "CFBundleInfoDictionaryVersion", details)
    elseif type(value) == "string" and value ~= "6.0" then
      report:at(bundle.info, "CFBundleInfoDictionaryVersion", "CFBundleInfoDictionaryVersion is '%s'", value, details)
    end
  end,
  examples  = {
    pass = { {}, { info = { CFBundleInfoDictionaryVersion = 6 } } },
    fail = {
      { without = "CFBundleInfoDictionaryVersion", at = "/CFBundleInfoDictionaryVersion" },
      { info = { CFBundleInfoDictionaryVersion = "1.0" }, at = "/CFBundleInfoDictionaryVersion" },
    },
  },
}
