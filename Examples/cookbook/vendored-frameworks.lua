-- Code of others that ships inside an app is known to those who answer for it.

policy "cookbook.vendored-frameworks" { summary = "Every library inside was let in" }

local vendors = parameter "vendors" {
  default = { "com.example.", "org.sparkle-project." }, summary = "what identifiers of frameworks may start with",
}

rule "vendored-frameworks" {
  summary   = "Every framework is from a vendor that we agreed on",
  rationale = "A library that came in with another is shipped, licensed and attacked like our own.",
  applies   = { kind = "framework", nested = true },
  shape     = {
    CFBundleIdentifier = custom("an identifier that starts with " .. table.concat(vendors, " or "), function(identifier)
      for _, vendor in ipairs(vendors) do
        if identifier:sub(1, #vendor) == vendor then return true end
      end
      return false
    end),
  },
  examples  = {
    pass = { { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.example.kit" } } } } },
    fail = {
      { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleIdentifier = "com.examples.kit" } } } },
      { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { without = "CFBundleIdentifier" } } },
    },
  },
}
