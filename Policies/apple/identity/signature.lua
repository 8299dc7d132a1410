local values = import "apple.values"

rule "signature" {
  summary   = "CFBundleSignature must have exactly four characters",
  severity  = "warning",
  rationale = "It is a 32-bit code that PkgInfo repeats; any other length is read as no signature at all.",
  source    = { "Bundle Programming Guide: table 2-6", "CFBundle.c" },
  tags      = { "S13", "S2" },
  applies   = { key = "CFBundleSignature" },
  check     = function(bundle, report)
    local signature = bundle.info.CFBundleSignature
    if type(signature) == "string" and not values.has_variable(signature) and utf8.len(signature) ~= 4 then
      report:at(bundle.info, "CFBundleSignature", "the signature '%s' must have 4 characters, not %d", signature, utf8.len(signature), {
        expected = "four characters: ???? if the app has no registered code", fix = "set CFBundleSignature to ????, or remove it",
      })
    end
  end,
  examples  = {
    pass = { {}, { info = { CFBundleSignature = "ExAp" } }, { info = { CFBundleSignature = "${SIGNATURE}" } } },
    fail = {
      { info = { CFBundleSignature = "Example" }, at = "/CFBundleSignature" },
      { info = { CFBundleSignature = "" }, at = "/CFBundleSignature" },
    },
  },
}
