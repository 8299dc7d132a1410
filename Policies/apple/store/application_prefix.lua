local entitlements = import "apple.code.entitlements"
local values = import "apple.values"

local key = "application-identifier"

-- The prefix in the signature of a bundle: the part of the application identifier before the first period; nil if it is not known.
local function prefix(bundle)
  for _, part in ipairs(entitlements.of(bundle)) do
    local identifier = part.list and values.text(part.list[key])
    if identifier then return identifier:match("^([^.]+)%."), part.list end
  end
  return nil
end

-- The prefix of an earlier build. A ledger has only its entitlements, not its code.
local function earlier_prefix(build)
  local list = values.readable(build, "entitlements")
  local identifier = list and values.text(list[key])
  return identifier and identifier:match("^([^.]+)%.")
end

local function signed(identifier)
  return { ["application-identifier"] = identifier, ["com.apple.developer.team-identifier"] = "ABCDE12345" }
end

rule "application-prefix-kept" {
  summary   = "The prefix of the application identifier must not change",
  severity  = "warning",
  rationale = "The keychain entries of an app belong to its prefix: after an update with another one, users have to log in again. The "
    .. "store warns about it.",
  source    = "ITMS-90076",
  tags      = { "ITMS-90076", "history" },
  applies   = {
    kind = { "application", "extension" }, platform = { "ios", "tvos", "watchos", "visionos" },
    entitlement = "application-identifier",
  },
  check     = function(bundle, report)
    local earlier = values.predecessor(bundle)
    local before = earlier and earlier_prefix(earlier)
    local now, list = prefix(bundle)
    if before and now and now ~= before then
      report:at(list, key, "the prefix of the application identifier is '%s', but that of %s is '%s'", now,
        values.build_text(earlier), before, {
        expected = before .. "." .. (values.text(bundle.info.CFBundleIdentifier) or ""), fix = "sign with a profile of the former prefix",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { entitlements = signed("ABCDE12345.com.example.app") }, { entitlements = signed("com") },
      { entitlements = signed("ABCDE12345.com.example.app"), history = { { entitlements = signed("ABCDE12345.com.example.old") } } },
      { entitlements = signed("ABCDE12345.com.example.app"), history = { { entitlements = { a = true } } } },
      { entitlements = signed("ABCDE12345.com.example.app"), history = { {} } },
      { entitlements = { ["application-identifier"] = 1 }, history = { { entitlements = signed("ABCDE12345.com.example.app") } } },
    },
    fail = {
      {
        entitlements = signed("ZZZZZ99999.com.example.app"), history = { { entitlements = signed("ABCDE12345.com.example.app") } },
        message = "'ABCDE12345'", at = "App:/application-identifier",
      },
      {
        kind = "extension", platform = "tvos", entitlements = signed("ZZZZZ99999.com.example.app.share"),
        history = { { entitlements = signed("ABCDE12345.com.example.app.share") } }, at = "Share:/application-identifier",
      },
    },
  },
}
