local device_code = import "apple.code.device_code"
local named_architectures = import "apple.code.named_architectures"

-- For the examples: code of an app or framework.
local function code(fields)
  fields.platform = "ios"
  return { mach_o = fields }
end

rule "can-be-encrypted" {
  summary   = "Code for devices must have room for the store's encryption, and must not be encrypted yet",
  severity  = "error",
  rationale = "The store encrypts the code of an app. Apple's linker reserves the load command LC_ENCRYPTION_INFO for this; other linkers, "
    .. "and tools that rewrite libraries, leave it out. Code that is encrypted already was copied from the store.",
  source    = { "ITMS-90125", "mach-o/loader.h: LC_ENCRYPTION_INFO_64" },
  tags      = { "ITMS-90125" },
  applies   = { kind = { "application", "extension", "framework" }, platform = { "ios", "tvos" } },
  check     = function(bundle, report)
    local all = device_code(bundle)
    local lacking = named_architectures(all, function(slice) return slice.cryptid == nil end)
    local encrypted = named_architectures(all, function(slice) return slice.cryptid ~= nil and slice.cryptid ~= 0 end)
    if lacking then
      report:file(bundle.executable, "the %s code has no load command for the store's encryption", lacking, {
        expected = "LC_ENCRYPTION_INFO_64, as Apple's linker writes it", discriminator = "absent",
        fix = "link it with Apple's linker, without -no_encryption",
      })
    end
    if encrypted then
      report:file(bundle.executable, "the %s code is encrypted already", encrypted, {
        expected = "code that is not encrypted", fix = "take the code from your own build, not from an app of the store",
        discriminator = "encrypted",
      })
    end
  end,
  examples  = {
    pass = {
      { files = { App = code { is_encrypted = false } } }, { files = { App = "no code" } },
      { files = { App = code { file_type = "object" } } },
      { kind = "framework", files = { Kit = code { file_type = "dylib", id = "Kit", is_encrypted = false } } },
      { files = { App = { mach_o = { platform = "ios-simulator" } } } },
    },
    fail = {
      { files = { App = code {} }, message = "has no load command", at = "App" },
      { files = { App = code { is_encrypted = true } }, message = "is encrypted already", at = "App" },
      { kind = "framework", files = { Kit = code { file_type = "dylib", id = "Kit" } }, at = "Kit" },
      {
        kind = "application", files = { App = code { is_encrypted = false } },
        bundles = { ["PlugIns/Share.appex"] = { files = { Share = code { file_type = "execute" } } } }, at = "PlugIns/Share.appex/Share",
      },
      -- One of two slices.
      {
        files = { App = { mach_o = {
          { platform = "ios", architectures = "arm64", is_encrypted = false }, { platform = "ios", architectures = "arm64e" },
        } } },
        message = "the arm64e code", at = "App",
      },
    },
  },
}
