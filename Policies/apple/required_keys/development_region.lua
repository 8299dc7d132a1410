local values = import "apple.values"

rule "development-region" {
  summary   = "A bundle says which language it was written in, by the language's code",
  severity  = "note",
  rationale = "The system falls back to that language; without it, it takes the first that it finds.",
  source    = "Information Property List Key Reference: CFBundleDevelopmentRegion",
  tags      = { "S3" },
  applies   = { kind = { "application", "extension" } },
  check     = function(bundle, report)
    local region = bundle.info.CFBundleDevelopmentRegion
    if region == nil then
      report:missing(bundle.info, "CFBundleDevelopmentRegion", { expected = "the code of a language, such as en", fix = "add CFBundleDevelopmentRegion" })
      return
    end
    local text = values.text(region)
    if text and not text:find("^%l%l%l?$") and not text:find("^%l%l%l?[-_][%w_-]+$") then
      report:at(bundle.info, "CFBundleDevelopmentRegion", "'%s' is no code of a language", text, {
        expected = "such as en or pt-BR", fix = "write " .. locale.canonical(text),
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
      { without = "CFBundleDevelopmentRegion" }, { info = { CFBundleDevelopmentRegion = "English" } },
      { info = { CFBundleDevelopmentRegion = "united states" } }, { info = { CFBundleDevelopmentRegion = "e-US" } },
      { info = { CFBundleDevelopmentRegion = "english-US" } }, { info = { CFBundleDevelopmentRegion = "en-US, fr" } },
    },
  },
}
