-- A rule with an error, to show how errors are reported.
policy "com.example.calls" { summary = "A function with wrong assumptions" }

local function address(info)
  return info["com.example.APIHost"] .. ":" .. info["com.example.Port"]
end

rule "address" {
  summary = "The address is complete",
  check = function(bundle, report)
    local whole = address(bundle.info)
    if #whole > 100 then report("the address '%s' is too long", whole) end
  end,
}
