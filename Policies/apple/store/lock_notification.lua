local slices = import "apple.code.slices"

local names = { "com.apple.springboard.lockcomplete", "com.apple.springboard.lockstate" }

local function find(slice)
  for _, name in ipairs(names) do
    local is_read, is_there = pcall(slice.has_string, slice, name)
    if is_read and is_there then return name end
  end
  return nil
end

rule "no-lock-notification" {
  summary   = "Code must not listen to the system's private notifications about the lock screen",
  severity  = "error",
  rationale = "The store rejects apps whose code contains the names of these notifications.",
  source    = "ITMS-90699",
  tags      = { "ITMS-90699" },
  applies   = { kind = { "application", "extension", "framework" }, platform = "ios" },
  check     = function(bundle, report)
    for _, slice in ipairs(slices(bundle)) do
      local name = find(slice)
      if name then
        return report:file(bundle.executable, "the code contains the name of the private notification %s", name, {
          expected = "protectedDataWillBecomeUnavailableNotification", fix = "remove it, or update the library that uses it",
          discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { App = { mach_o = { platform = "ios", strings = "com.apple.springboard" } } } }, { files = { App = "no code" } },
    },
    fail = {
      { files = { App = { mach_o = { platform = "ios", strings = { "a", "com.apple.springboard.lockcomplete" } } } }, at = "App" },
      {
        kind = "framework", at = "Kit",
        files = { Kit = { mach_o = { platform = "ios", file_type = "dylib", id = "Kit", strings = "com.apple.springboard.lockstate" } } },
      },
    },
  },
}
