local slices = import "apple.code.slices"

rule "entitlements-readable" {
  summary   = "The entitlements in the signature of an executable must be readable",
  severity  = "error",
  rationale = "The system kills a process whose entitlements it cannot read. Signatures are not verified: code with readable entitlements "
    .. "may have an invalid signature.",
  source    = { "Technical Note TN3125: Inside Code Signing: Provisioning Profiles", "cs_blobs.h" },
  tags      = { "security", "S13" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, entitlement = "*" },
  check     = function(bundle, report)
    if #slices(bundle) == 0 then return end
    local is_read, problem = pcall(function() return bundle.entitlements end)
    if not is_read then
      report:file(bundle.executable, "%s", tostring(problem):match("[^\n]*"):gsub("; sign the code again$", ""), {
        expected = "a signature as codesign writes it", fix = "sign the code again", discriminator = "",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { entitlements = { ["com.apple.security.app-sandbox"] = true } }, { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      { platform = "ios", entitlements = { ["get-task-allow"] = false } },
    },
    -- The entitlements are the word "junk".
    fail = { { files = { ["Contents/MacOS/App"] = {
      base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAQAAAAAAAAAAAAAAAdAAAAEAAAADAAAAAgAAAA+t4MwAAAACAAAAABAAAABQAAABT63nFxAAAADGp1bms=",
    } }, at = "Contents/MacOS/App" } },
  },
}
