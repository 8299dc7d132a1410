local files_with_code = import "apple.code.files_with_code"
local values = import "apple.values"

local team = parameter "team" { default = "", summary = "the identifier of the team that must have signed all code; by default, any team" }

-- Why the signature of a slice does not say who signed it, or names another team; nil if it does not.
local function problem(slice)
  local signature = values.readable(slice, "signature")
  if not signature then
    -- A signature that cannot be read is reported by code-unchanged.
    return not slice.has_code_signature and "is not signed" or nil
  elseif signature.is_linker_signed then
    return "is signed only by the linker"
  elseif signature.is_ad_hoc or not signature.has_certificate then
    return "is signed ad hoc"
  elseif team ~= "" and signature.team ~= team then
    return signature.team and "is signed by the team " .. signature.team or "is signed without a team"
  end
  return nil
end

-- The architectures by what is wrong with their signatures, as a list of { text, architectures } in order.
local function problems(code)
  local result, known = {}, {}
  for _, slice in ipairs(code.file.mach_o.slices) do
    local text = problem(slice)
    if text and not known[text] then
      known[text] = { text = text, architectures = {} }
      result[#result + 1] = known[text]
    end
    if text then table.insert(known[text].architectures, slice.architecture) end
  end
  return result
end

local loaded = { execute = true, dylib = true, bundle = true }

rule "signed-by-developer" {
  summary   = "All code must be signed with a certificate, and by the given team",
  severity  = "error",
  rationale = "Apple notarizes an app only if all code in it is signed with a Developer ID certificate. Code that is unsigned, or signed "
    .. "by somebody else, did not come from the job that ships the app. Certificates are not verified.",
  source    = "Notarizing macOS software before distribution",
  tags      = { "S13" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    for _, code in ipairs(files_with_code(bundle)) do
      for _, entry in ipairs(loaded[code.file.mach_o.slices[1].file_type] and problems(code) or {}) do
        report:file(code.path, "the %s code %s", table.concat(entry.architectures, " and "), entry.text, {
          expected = team ~= "" and "a signature of the team " .. team or "a signature made with a certificate",
          fix = "sign it with codesign --sign IDENTITY", discriminator = entry.text,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { signed = { team = "A" } }, { files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      { signed = { team = "A" }, files = { ["Contents/Resources/part.o"] = { mach_o = { file_type = "object" } } } },
    },
    fail = {
      { at = "Contents/MacOS/App", message = "is not signed" }, { signed = true, message = "is signed ad hoc", at = "Contents/MacOS/App" },
      { signed = { team = "A", unsigned = "x86_64" }, message = "the x86_64 code is not signed", at = "Contents/MacOS/App" },
      {
        signed = { team = "A" }, at = "Contents/Resources/a.so",
        files = { ["Contents/Resources/a.so"] = { mach_o = { file_type = "bundle" }, executable = false } },
      },
    },
  },
}
