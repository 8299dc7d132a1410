local values = import "apple.values"

rule "development-region" {
  summary   = "A bundle must declare its development language by a language code",
  severity  = "note",
  rationale = "The system falls back to that language; without it, it takes the first one that it finds.",
  source    = "Information Property List Key Reference: CFBundleDevelopmentRegion",
  tags      = { "S3" },
  applies   = { kind = { "application", "extension" } },
  check     = function(bundle, report)
    local region = bundle.info.CFBundleDevelopmentRegion
    if region == nil then
      report:missing(bundle.info, "CFBundleDevelopmentRegion", {
        expected = "a language code, such as en", fix = "add CFBundleDevelopmentRegion",
      })
      return
    end
    local text = values.text(region)
    if text and not text:find("^%l%l%l?$") and not text:find("^%l%l%l?[-_][%w_-]+$") then
      -- Nil for a name that is too long for a language.
      local code = locale.canonical(text)
      report:at(bundle.info, "CFBundleDevelopmentRegion", "'%s' is not a language code", text, {
        expected = "a language code, such as en or pt-BR", fix = code and "set it to " .. code or nil,
      })
    end
  end,
  examples  = {
    pass = {
      {}, { info = { CFBundleDevelopmentRegion = "pt-BR" } }, { info = { CFBundleDevelopmentRegion = "zh_Hant_TW" } },
      { info = { CFBundleDevelopmentRegion = "fil" } }, { info = { CFBundleDevelopmentRegion = 1 } },
      { info = { CFBundleDevelopmentRegion = "$(DEVELOPMENT_LANGUAGE)" } },
    },
    fail = {
      { without = "CFBundleDevelopmentRegion", at = "/CFBundleDevelopmentRegion" },
      { info = { CFBundleDevelopmentRegion = "English" }, at = "/CFBundleDevelopmentRegion" },
      { info = { CFBundleDevelopmentRegion = "united states" }, at = "/CFBundleDevelopmentRegion" },
      { info = { CFBundleDevelopmentRegion = "e-US" }, at = "/CFBundleDevelopmentRegion" },
      { info = { CFBundleDevelopmentRegion = "english-US" }, at = "/CFBundleDevelopmentRegion" },
      { info = { CFBundleDevelopmentRegion = "en-US, fr" }, at = "/CFBundleDevelopmentRegion" },
      { info = { CFBundleDevelopmentRegion = ("x"):rep(300) }, at = "/CFBundleDevelopmentRegion" },
    },
  },
}
