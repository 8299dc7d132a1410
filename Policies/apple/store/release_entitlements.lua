local entitlements = import "apple.code.entitlements"
local executables = import "apple.code.executables"
local signed_again = import "apple.code.signed_again"

-- Entitlements that belong to development, and the value that a release has.
local development = {
  { key = "get-task-allow", is_bad = function(value) return value == true end, expected = "no get-task-allow, or false" },
  {
    key = "com.apple.security.get-task-allow", is_bad = function(value) return value == true end,
    expected = "no such entitlement, or false",
  },
  { key = "aps-environment", is_bad = function(value) return value == "development" end, expected = "production" },
  { key = "com.apple.developer.aps-environment", is_bad = function(value) return value == "development" end, expected = "production" },
}

local started = { application = true, extension = true }

local sources = { "ITMS-90046", "ITMS-90164", "Technical Note TN2415: Entitlements Troubleshooting" }

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local folder = platforms[1] == "ios" and "" or "Contents/MacOS/"
  rule "release-entitlements" {
    summary   = "The code must not be signed with entitlements for development",
    severity  = "error",
    rationale = "With get-task-allow anybody can attach a debugger, and notarization and the store reject it; with the development "
      .. "environment no notification arrives.",
    source    = sources,
    applies   = { platform = platforms },
    tags      = { "security", "S13", "ITMS-90046", "ITMS-90164", "notary-get-task-allow" },
    check     = function(bundle, report)
      if signed_again(bundle) then return end
      for _, code in ipairs(executables(bundle)) do
        for _, part in ipairs(entitlements.of_file(code.file)) do
          -- entitlements-readable reports the executables of apps and extensions.
          if part.problem and not (started[bundle.kind] and code.path == bundle.executable) then
            report:file(code.path, "the entitlements of %s cannot be read: %s", part.code,
              tostring(part.problem):match("error: ([^\n;]*)") or "", {
              expected = "a signature as codesign writes it", fix = "sign the code again", discriminator = part.architecture,
            })
          end
          for _, entry in ipairs(part.list and development or {}) do
            local value = part.list[entry.key]
            if entry.is_bad(value) then
              report:at(part.list, entry.key, "%s is %s: %s is signed for development", entry.key, tostring(value), part.code, {
                expected = entry.expected, fix = "export the archive with a distribution profile", discriminator = part.architecture,
              })
            end
          end
        end
      end
    end,
    examples  = {
      pass = {
        {}, { entitlements = { ["get-task-allow"] = false, ["aps-environment"] = "production" } },
        { files = { data = { mach_o = { entitlements = { ["get-task-allow"] = true } }, executable = false } } },
        { entitlements = { ["com.apple.developer.aps-environment"] = "production" } },
        -- The export of an Xcode archive replaces them.
        {
          kind = "archive", platform = platforms[1], bundles = { ["Products/Applications/App.app"] = {
            entitlements = { ["get-task-allow"] = true, ["aps-environment"] = "development" },
          } },
        },
      },
      fail = {
        { entitlements = { ["get-task-allow"] = true }, at = folder .. "App:/get-task-allow" },
        { entitlements = { ["aps-environment"] = "development" }, at = folder .. "App:/aps-environment" },
        { entitlements = { ["com.apple.security.get-task-allow"] = true }, at = folder .. "App:/com.apple.security.get-task-allow" },
        {
          entitlements = { ["com.apple.developer.aps-environment"] = "development" },
          at = folder .. "App:/com.apple.developer.aps-environment",
        },
        {
          kind = "framework", entitlements = { ["get-task-allow"] = true },
          at = (folder == "" and "" or "Versions/A/") .. "Kit:/get-task-allow",
        },
        { kind = "extension", entitlements = { ["get-task-allow"] = true }, at = folder .. "Share:/get-task-allow" },
        { files = { tool = { mach_o = { entitlements = { ["get-task-allow"] = true } } } }, at = "tool:/get-task-allow" },
        -- The entitlements are the word "junk".
        { files = { tool = {
          executable = true,
          base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAQAAAAAAAAAAAAAAAdAAAAEAAAADAAAAAgAAAA+t4MwAAAACAAAAABAAAABQAAABT63nFxAAAADGp1bms=",
        } }, at = "tool" },
        { files = { tool = { mach_o = {
          { architectures = "arm64" }, { architectures = "x86_64", entitlements = { ["get-task-allow"] = true } },
        } } }, at = "tool:/get-task-allow" },
      },
    },
  }
end
