-- Reports, once for a rule and a file, that a table of symbols cannot be read. Headers of code are read by all rules, tables of symbols
-- only by
-- those that look for one, so these report it.
return function(report, path)
  local is_reported = false
  return function(problem)
    if is_reported then return end
    is_reported = true
    report:file(path, "the symbols of the code cannot be read: %s", tostring(problem):match("error: ([^\n;]*)") or "they are damaged", {
      expected = "a complete file", fix = "build or copy the file again", discriminator = "",
    })
  end
end
