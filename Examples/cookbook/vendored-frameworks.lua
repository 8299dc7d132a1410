-- Frameworks by other vendors are approved before they ship inside an app.

policy "cookbook.vendored-frameworks" { summary = "Every embedded framework is approved" }

local vendors = parameter "vendors" {
  default = { "com.example.", "org.sparkle-project." }, summary = "prefixes of the identifiers of approved frameworks",
}

rule "vendored-frameworks" {
  summary   = "Every framework must come from an approved vendor",
  rationale = "A framework that another library brings along ships, needs a license and has vulnerabilities like our own.",
  applies   = { kind = "framework", nested = true },
  shape     = {
    CFBundleIdentifier = custom("an identifier that starts with " .. table.concat(vendors, " or "), function(identifier)
      for _, vendor in ipairs(vendors) do
        if text.starts_with(identifier, vendor) then return true end
      end
      return false
    end),
  },
  examples  = {
    pass = { {
      kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.example.kit" } } },
    } },
    fail = {
      {
        kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.examples.kit" } } },
        at = "Contents/Frameworks/Kit.framework:/CFBundleIdentifier",
      },
      {
        kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { without = "CFBundleIdentifier" } },
        at = "Contents/Frameworks/Kit.framework:/CFBundleIdentifier",
      },
    },
  },
}
