local values = import "apple.values"

rule "signature" {
  summary   = "CFBundleSignature has four characters",
  severity  = "warning",
  rationale = "It is a code of 32 bits, and PkgInfo repeats it; any other length is read as no signature at all.",
  source    = { "Bundle Programming Guide: table 2-6", "CFBundle.c" },
  tags      = { "S13", "S2" },
  check     = function(bundle, report)
    local signature = bundle.info.CFBundleSignature
    if type(signature) == "string" and not values.has_variable(signature) and utf8.len(signature) ~= 4 then
      report:at(bundle.info, "CFBundleSignature", "the signature '%s' has %d characters", signature, utf8.len(signature), {
        expected = "four characters, ???? when there is no code of one's own", fix = "write ????, or remove CFBundleSignature",
      })
    end
  end,
  examples  = {
    pass = { {}, { info = { CFBundleSignature = "ExAp" } }, { info = { CFBundleSignature = "${SIGNATURE}" } } },
    fail = { { info = { CFBundleSignature = "Example" } }, { info = { CFBundleSignature = "" } } },
  },
}
