local covered = import "apple.signatures.covered"
local values = import "apple.values"

-- Whether two signatures say the same about who signed the code, and how.
local function are_alike(one, other)
  return one.identifier == other.identifier and one.team == other.team and one.has_certificate == other.has_certificate
    and table.concat(one.flags, " ") == table.concat(other.flags, " ")
end

rule "signed-as-bundle" {
  summary   = "Each slice of an executable must be signed with the identifier of its bundle, and in the same way",
  severity  = "warning",
  rationale = "codesign names the code of a bundle by CFBundleIdentifier, and other code and permissions refer to it by that name. A "
    .. "different name means that Info.plist was changed, or that the executable comes from another bundle.",
  source    = { "codesign(1): --identifier", "Technical Note TN2206: macOS Code Signing In Depth" },
  tags      = { "security", "S13" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    local identifier, first = values.text(bundle.info.CFBundleIdentifier), nil
    for _, entry in ipairs(covered.signatures(bundle)) do
      local signature = entry.signature
      -- The linker signs only code for Apple processors, and with a name of its own.
      if not signature.is_linker_signed then
        local signed = signature.identifier
        if identifier and signed ~= identifier then
          report:file(bundle.executable, "%s is signed as '%s', but CFBundleIdentifier is '%s'", entry.code, signed, identifier, {
            expected = identifier, fix = "sign the whole bundle again after the last change", discriminator = entry.architecture,
          })
        end
        first = first or entry
        if not are_alike(signature, first.signature) then
          report:file(bundle.executable, "%s is signed differently from %s", entry.code, first.code, {
            expected = "the same identifier, team and flags for all slices", discriminator = "slices " .. entry.architecture,
            fix = "combine the slices with lipo first, then sign the whole file",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { signed = true }, { signed = { team = "A" } }, { signed = { unsigned = "x86_64" } },
      { without = "CFBundleIdentifier", signed = { identifier = "x" } },
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
    },
    fail = {
      {
        without = "CFBundleIdentifier", message = "is signed differently", count = 1,
        files = { ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64", team = "A" }, { architectures = "x86_64", team = "A", has_hardened_runtime = true },
        } } },
        at = "Contents/MacOS/App",
      },
      {
        without = "CFBundleIdentifier", message = "the x86_64 code is signed differently from the arm64 code", count = 1,
        files = { ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64", identifier = "com.example.app" }, { architectures = "x86_64", identifier = "com.example.old" },
        } } },
        at = "Contents/MacOS/App",
      },
      { signed = { identifier = "com.example.old" }, message = "is signed as 'com.example.old'", at = "Contents/MacOS/App" },
      {
        without = "CFBundleIdentifier", message = "is signed differently", count = 1,
        files = { ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64", team = "A" }, { architectures = "x86_64", team = "B" },
        } } },
        at = "Contents/MacOS/App",
      },
    },
  },
}
