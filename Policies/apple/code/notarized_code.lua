local files_with_code = import "apple.code.files_with_code"
local values = import "apple.values"

local loaded = { execute = true, dylib = true, bundle = true }

-- Calls `problem` with each slice of the code in a bundle that Apple's notary service checks, and reports the architectures of each file
-- for which it returns what is wrong, in words.
return function(bundle, report, details, problem)
  for _, code in ipairs(files_with_code(bundle)) do
    local texts, names = {}, {}
    for _, slice in ipairs(code.file.mach_o.slices) do
      -- A damaged signature is reported by code-unchanged.
      local text = loaded[slice.file_type] and problem(slice, values.readable(slice, "signature"))
      if text and not names[text] then
        names[text], texts[#texts + 1] = {}, text
      end
      if text then table.insert(names[text], slice.architecture) end
    end
    for _, text in ipairs(texts) do
      report:file(code.path, "the %s code %s", table.concat(names[text], " and "), text, {
        expected = details.expected, fix = details.fix, discriminator = text,
      })
    end
  end
end
