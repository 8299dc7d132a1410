local is_sealed = import "apple.signatures.sealed"
local outermost = import "apple.signatures.outermost"
local slices = import "apple.code.slices"

local signed = {}

-- Whether the bundle is in an app that is not signed yet: what is in it is signed again before the app is.
function signed.waits(bundle)
  local app = outermost(bundle)
  return app ~= nil and not is_sealed(app)
end

-- Whether the signature of a bundle counts as it is: in apps, extensions and plug-ins. A framework by itself is signed again when it is
-- copied into an app.
function signed.counts(bundle) return (bundle.kind ~= "framework" or outermost(bundle) ~= nil) and not signed.waits(bundle) end

-- A plug-in by itself may be input for a build, too.
function signed.severity(bundle) return bundle.kind == "plugin" and not outermost(bundle) and "warning" or nil end

-- The seal of a bundle; nil if there is none, or if it cannot be read, which only seal-readable reports.
function signed.seal(bundle)
  local is_read, seal = pcall(function() return bundle.seal end)
  return is_read and seal or nil
end

-- Why the signature of the executable, or the certificate in it, cannot be read; nil if both can.
function signed.problem(bundle)
  for _, slice in ipairs(slices(bundle)) do
    for _, field in ipairs { "signature", "signer" } do
      local is_read, problem = pcall(function() return slice[field] end)
      if not is_read then return tostring(problem):match("error: ([^\n;]*)") or "the signature cannot be read" end
    end
  end
  return nil
end

-- The signatures of slices, as { signature, architecture, code } for each that has one that can be read.
function signed.signatures_of(all)
  local result = {}
  for _, slice in ipairs(all) do
    local is_read, signature = pcall(function() return slice.signature end)
    if is_read and signature then
      local code = #all == 1 and "the code" or ("the %s code"):format(slice.architecture)
      result[#result + 1] = { signature = signature, architecture = slice.architecture, code = code }
    end
  end
  return result
end

-- Those of the executable. Slices without one are reported by nested-code-signed and signature-covers, and a signature that cannot be
-- read by code-unchanged.
function signed.signatures(bundle) return signed.signatures_of(slices(bundle)) end

-- "a.txt is", "a.txt and 2 other files are"
function signed.names(paths)
  if #paths == 1 then return paths[1] .. " is" end
  return ("%s and %d other %s are"):format(paths[1], #paths - 1, #paths == 2 and "file" or "files")
end

return signed
