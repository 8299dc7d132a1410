-- A rule that is wrong, to show how its error is told.
policy "com.example.calls" { summary = "A function that expects too much" }

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
