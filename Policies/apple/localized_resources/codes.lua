-- Checks the names of language folders.
local codes = {}

-- A script code has four letters, a region code two uppercase letters or three digits. A variant after a region, as in
-- ca-ES-valencia, has five to eight letters and digits, or four that begin with a digit.
local forms = {
  "^%l%l%l?$", "^%l%l%l?[-_]%u%u$", "^%l%l%l?[-_]%d%d%d$", "^%l%l%l?[-_]%u%l%l%l$", "^%l%l%l?[-_]%u%l%l%l[-_]%u%u$",
  "^%l%l%l?[-_]%u%l%l%l[-_]%d%d%d$",
}

-- Country codes that are mistaken for language codes.
local countries = {
  jp = "ja", cn = "zh-Hans", kr = "ko", tw = "zh-Hant", hk = "zh-Hant-HK", dk = "da", cz = "cs", gr = "el", ua = "uk", vn = "vi", us = "en",
  gb = "en-GB", mx = "es-MX", at = "de-AT", rs = "sr", il = "he", ir = "fa",
}

-- The language that is meant by the code of a country; nil if the name is not such a code.
function codes.of_country(name) return countries[name] end

-- Whether the system finds a folder with the name.
function codes.is_language(name)
  if name == "Base" or locale.is_legacy(name) then return true end
  if countries[name] then return false end
  -- Qt and gettext also use names such as ca@valencia and sr@latin.
  local code = name:gsub("@%l+$", ""):gsub("([-_]%u%u)[-_]%l%w%w%w%w%w?%w?%w?", "%1"):gsub("([-_]%u%u)[-_]%d%w%w%w", "%1")
  for _, form in ipairs(forms) do
    if code:find(form) then return true end
  end
  return false
end

return codes
