local device_code = import "apple.code.device_code"
local named_architectures = import "apple.code.named_architectures"
local values = import "apple.values"

-- For the examples: code, with bitcode or without.
local bitcode = { { name = "__LLVM", sections = { { name = "__bundle" } } } }
local function code(fields, has_bitcode)
  fields.platform = fields.platform or "ios"
  if has_bitcode then fields.segments = bitcode end
  return { mach_o = fields }
end

rule "no-bitcode" {
  summary   = "Code must not contain bitcode",
  severity  = "error",
  rationale = "The store rejects code with bitcode, also in frameworks of others. Xcode 14 and later no longer produce it, so that it is "
    .. "in "
    .. "libraries that were built before.",
  source    = { "ITMS-90482", "Xcode 14 Release Notes" },
  tags      = { "ITMS-90482" },
  applies   = { kind = { "application", "extension", "framework" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    local names = named_architectures(device_code(bundle), function(slice) return values.readable(slice, "has_bitcode") end)
    if names then
      report:file(bundle.executable, "the %s code contains bitcode", names, {
        expected = "only machine code", fix = "update the library, or remove the bitcode with xcrun bitcode_strip -r", discriminator = "",
      })
    end
  end,
  examples  = {
    pass = { { files = { App = code {} } }, { files = { App = code({ platform = "ios-simulator" }, true) } }, {} },
    fail = {
      { files = { App = code({}, true) }, at = "App" },
      { kind = "framework", files = { Kit = code({ file_type = "dylib", id = "Kit" }, true) }, at = "Kit" },
      {
        kind = "application", bundles = { ["PlugIns/Share.appex"] = { files = { Share = code({}, true) } } },
        at = "PlugIns/Share.appex/Share",
      },
    },
  },
}
