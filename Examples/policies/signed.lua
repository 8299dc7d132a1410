-- All code is signed by our team, with a certificate and the hardened runtime: for the job that ships, after signing.

policy "com.example.signed" { summary = "All code is signed by us", version = "1.0.0" }

local team = parameter "team" { default = "ABCDE12345", summary = "the identifier of our team" }

rule "signed-by-us" {
  summary   = "All code must be signed with a certificate of our team",
  rationale = "Only the job that ships signs; what is unsigned, or signed by somebody else, did not come from there.",
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check = function(bundle, report)
    local code = bundle.executable_file and bundle.executable_file.mach_o
    for _, slice in ipairs(code and code.slices or {}) do
      local signature = slice.signature
      local problem = not signature and "the code is not signed"
        or not signature.has_certificate and "the code is signed without a certificate"
        or signature.team ~= team and "the code is signed by the team " .. tostring(signature.team)
        or bundle.platform == "macos" and slice.file_type == "execute" and not signature.has_hardened_runtime
          and "the code is not signed for the hardened runtime"
      if problem then
        report:file(bundle.executable, "%s", problem, {
          expected = "a signature of the team " .. team, fix = "sign the app in the job that ships it",
        })
        return
      end
    end
  end,
  examples = {
    pass = { { platform = "ios", signed = { team = "ABCDE12345" } }, { without = "CFBundleExecutable" } },
    fail = {
      { at = "Contents/MacOS/App" }, { signed = true, at = "Contents/MacOS/App" },
      { platform = "ios", signed = { team = "ZYXWV98765" }, at = "App" }, { signed = { team = "ABCDE12345" }, at = "Contents/MacOS/App" },
    },
  },
}
