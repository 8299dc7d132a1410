local values = import "apple.values"

-- Whether two bundles are builds of one product, whatever they are called now.
local function is_same_product(one, other)
  -- Of a bare property list the kind is not known.
  if (one.kind ~= other.kind and other.kind ~= "plist") or one.platform ~= other.platform then return false end
  for _, key in ipairs { "CFBundleExecutable", "CFBundleName" } do
    local text = values.text(one.info[key])
    if text and text == other.info[key] then return true end
  end
  return false
end

rule "identifier-unchanged" {
  summary   = "A product keeps its identifier from build to build",
  severity  = "error",
  rationale = "With another identifier it is another product: the store refuses the update, and people's data stays with the old one.",
  source    = "ITMS-90054",
  tags      = { "S7", "S13", "ITMS-90054" },
  applies   = { nested = false },
  check     = function(bundle, report)
    local identifier = values.text(bundle.info.CFBundleIdentifier)
    -- With a build of the same identifier, others given are of other products.
    if not identifier or bundle.history[1] then return end
    for _, earlier in ipairs(bundle.previous) do
      local old = values.text(earlier.info.CFBundleIdentifier)
      if old and is_same_product(bundle, earlier) then
        report:at(bundle.info, "CFBundleIdentifier", "the identifier is '%s', that of the earlier build '%s'", identifier, old, {
          expected = old, fix = "write " .. old .. " again, or ship a new product", discriminator = old,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { history = { {} } },
      { history = { { info = { CFBundleIdentifier = "com.example.other", CFBundleExecutable = "Other", CFBundleName = "Other" } } } },
      { history = { { platform = "ios", info = { CFBundleIdentifier = "com.example.old" } } } },
      { history = { {}, { info = { CFBundleIdentifier = "com.example.old" } } } },
    },
    fail = {
      { history = { { info = { CFBundleIdentifier = "com.example.old", CFBundleName = "Old" } } } },
      { history = { { info = { CFBundleIdentifier = "com.example.old", CFBundleExecutable = "Old" } } } },
    },
  },
}
