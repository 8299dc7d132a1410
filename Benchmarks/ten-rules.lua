-- The ten rules of the benchmark as a policy: seven declarative, three functions. `reference/rules.lua` holds the same ten for
-- the reference program.

policy "benchmark.ten-rules" { summary = "Ten rules that a release gate typically has" }

for _, key in ipairs {
  "CFBundleIdentifier", "CFBundleVersion", "CFBundleShortVersionString", "CFBundleExecutable", "CFBundlePackageType",
} do
  rule("required-" .. key:lower()) { summary = key .. " is there", require = { key } }
end

local function is_version(text)
  return type(text) == "string"
    and (text:find("^%d+$") or text:find("^%d+%.%d+$") or text:find("^%d+%.%d+%.%d+$")) ~= nil
end

rule "version-form" {
  summary = "The build has one to three numbers",
  check = function(bundle, report)
    local text = bundle.info.CFBundleVersion
    if not is_version(text) then report:at(bundle.info, "CFBundleVersion", "'%s' is no version", text or "") end
  end,
}

rule "version-floor" {
  summary = "The build is above 2.3.9",
  check = function(bundle, report)
    local text = bundle.info.CFBundleVersion
    if is_version(text) and version.compare(text, "2.3.9") <= 0 then
      report:at(bundle.info, "CFBundleVersion", "%s is not above 2.3.9", text)
    end
  end,
}

rule "own-keys" { summary = "Custom keys carry the prefix", custom_keys = { prefix = "ACME" } }

rule "qualified-keys" { summary = "Qualified keys have defaults", qualified_keys = { default = "present" } }

rule "identifier-form" {
  summary = "The identifier is reverse DNS",
  check = function(bundle, report)
    local text = bundle.info.CFBundleIdentifier
    if type(text) ~= "string" then return end
    if not text:find("^%a[%w-]*%.[%w.-]+$") or text:find("..", 1, true) or text:find("%.$") then
      report:at(bundle.info, "CFBundleIdentifier", "'%s' is not reverse DNS", text)
    end
  end,
}
