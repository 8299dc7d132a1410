-- Whether two names differ by at most that many typos, one if the limit is nil, ignoring letter case: missing, extra and wrong
-- letters, and two letters swapped.
return function(name, meant, limit)
  limit = limit or 1
  name, meant = name:lower(), meant:lower()
  if math.abs(#name - #meant) > limit then return false end
  local before, last = nil, {}
  for column = 0, #meant do last[column] = column end
  for row = 1, #name do
    local line, least = { [0] = row }, row
    for column = 1, #meant do
      local same = name:byte(row) == meant:byte(column)
      local cost = math.min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (same and 0 or 1))
      if name:byte(row) == meant:byte(column - 1) and name:byte(row - 1) == meant:byte(column) then
        cost = math.min(cost, before[column - 2] + 1)
      end
      line[column], least = cost, math.min(least, cost)
    end
    if least > limit then return false end
    before, last = last, line
  end
  return last[#meant] <= limit
end
