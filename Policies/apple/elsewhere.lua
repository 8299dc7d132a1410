-- For examples: a bundle that fails a rule, as another kind of bundle or for another system, where the rule has nothing to say.
return function(example, changes)
  local result = {}
  for field, value in pairs(example) do result[field] = value end
  result.at, result.message, result.count = nil, nil, nil
  for field, value in pairs(changes) do result[field] = value end
  return result
end
