local values = import "apple.values"

-- The number of digits that each of the three numbers may have.
local limits = { 4, 2, 2 }

local stages = { [""] = true, d = true, a = true, b = true, fc = true }

rule "build-version-letter" {
  summary   = "CFBundleVersion must match the documented form: up to 9999.99.99, above 0, with a stage up to 255",
  severity  = "error",
  rationale = "Core Foundation packs the number into 32 bits; numbers that do not fit compare as 0.",
  source    = { "Information Property List Key Reference: CFBundleVersion", "CFBundle.c" },
  tags      = { "S7" },
  applies   = { key = "CFBundleVersion" },
  check     = function(bundle, report)
    local text = values.text(bundle.info.CFBundleVersion)
    if not text then return end
    local digits, stage, count = text:match("^([%d.]+)(%a*)(%d*)$")
    local numbers = digits and values.numbers(digits)
    local function fault(expected, message, ...)
      report:at(bundle.info, "CFBundleVersion", "%s", message:format(...), {
        expected = expected, fix = "use a number such as 1.2.3", discriminator = expected,
      })
    end
    if not numbers or not stages[stage] then
      fault("numbers, periods, and d, a, b or fc with a number", "'%s' does not have the documented form of a build number", text)
      return
    end
    if #numbers > 3 then fault("one to three numbers", "'%s' has %d numbers", text, #numbers) end
    for position, number in ipairs(numbers) do
      local significant = number:match("0*(.*)")
      if position <= 3 and #significant > limits[position] then
        fault("at most " .. limits[position] .. " digits", "the number %s in '%s' is too long", number, text)
      elseif significant ~= number and number ~= "0" then
        report:at(bundle.info, "CFBundleVersion", "the zero before %s has no effect", number, {
          expected = significant == "" and "0" or significant, fix = "remove it", severity = "note",
          discriminator = "zero " .. position,
        })
      end
    end
    if numbers[1]:find("^0*$") then fault("a first number above 0", "'%s' begins with 0", text) end
    local revision = tonumber(count)
    if stage ~= "" and not (revision and revision >= 1 and revision <= 255) then
      fault("a stage from 1 to 255", "the stage of '%s' has no number from 1 to 255", text)
    end
  end,
  examples  = {
    pass = {
      {}, { info = { CFBundleVersion = "9999.99.99" } }, { info = { CFBundleVersion = "1.0.1fc255" } },
      { info = { CFBundleVersion = "1.0" } }, { info = { CFBundleVersion = "1.0a1" } },
      { info = { CFBundleVersion = "100.20.30" } }, { info = { CFBundleVersion = 1 } },
    },
    fail = {
      { info = { CFBundleVersion = "2024111901" }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "1.100" }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "1.0.100" }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "1.2.3.4" }, at = "/CFBundleVersion" }, { info = { CFBundleVersion = "0.9" }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "1.02.3" }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "1.0rc1" }, at = "/CFBundleVersion" }, { info = { CFBundleVersion = "1.0b" }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "1.0d256" }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "1.0a0" }, at = "/CFBundleVersion" }, { info = { CFBundleVersion = "1..2" }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "v1" }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "1.0a1 (2)" }, at = "/CFBundleVersion" },
      { info = { CFBundleVersion = "1.0b1000" }, at = "/CFBundleVersion" },
    },
  },
}
