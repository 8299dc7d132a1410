local slices = import "apple.code.slices"

-- For the examples: code whose entitlements are the word "junk".
local junk = {
  base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAQAAAAAAAAAAAAAAAdAAAAEAAAADAAAAAgAAAA+t4MwAAAACAAAAABAAAABQAAABT63nFxAAAADGp1bms=",
}

rule "entitlements-readable" {
  summary   = "The entitlements in the signature of an executable must be readable",
  severity  = "error",
  rationale = "The system kills a process whose entitlements it cannot read. Signatures are not verified: code with readable entitlements "
    .. "may have an invalid signature.",
  source    = { "Technical Note TN3125: Inside Code Signing: Provisioning Profiles", "cs_blobs.h" },
  tags      = { "security", "S13" },
  applies   = { entitlement = "*" },
  check     = function(bundle, report)
    if #slices(bundle) == 0 then return end
    local is_read, problem = pcall(function() return bundle.entitlements end)
    if not is_read then
      local reason = tostring(problem):match("error: ([^\n;]*)") or "they are damaged"
      report:file(bundle.executable, "the entitlements cannot be read: %s", reason, {
        expected = "a signature as codesign writes it", fix = "sign the code again", discriminator = "",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { entitlements = { ["com.apple.security.app-sandbox"] = true } }, { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      { platform = "ios", entitlements = { ["get-task-allow"] = false } },
    },
    fail = {
      {
        files = { ["Contents/MacOS/App"] = junk }, at = "Contents/MacOS/App", message = "are not an XML property list",
      },
      { kind = "framework", files = { ["Versions/A/Kit"] = junk }, at = "Versions/A/Kit" },
    },
  },
}
