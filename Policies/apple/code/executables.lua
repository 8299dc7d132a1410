local files_with_code = import "apple.code.files_with_code"

-- The code that a bundle can run or load, as `files_with_code` returns it: its executable, and the code that is marked executable.
return function(bundle)
  return files_with_code(bundle, function(file, path) return file.executable or path == bundle.executable end)
end
