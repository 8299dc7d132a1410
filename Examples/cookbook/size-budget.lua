-- How large the app may be, as it lies on disk, and each language of it.

policy "cookbook.size-budget" { summary = "The app stays small enough to download" }

local whole = parameter "megabytes" { default = 20, summary = "the whole app" }
local language = parameter "language_megabytes" { default = 2, summary = "each localization" }

local megabyte = 1000000

rule "size-budget" {
  summary   = "The app and each of its languages keep to the budget",
  rationale = "Sizes grow by one forgotten file at a time, and above 200 MB phones ask before they download.",
  applies   = { kind = "application", nested = false },
  check = function(bundle, report)
    local total, languages, largest = 0, {}, nil
    for path, file in pairs(bundle.files) do
      if file.type == "file" then
        total = total + file.size
        if largest == nil or file.size > largest.size then largest = file end
        local folder = path:match("^.*%.lproj/") or ""
        languages[folder] = (languages[folder] or 0) + file.size
      end
    end
    if total > whole * megabyte then
      report("the app has %.1f MB", total / megabyte, {
        expected = "at most " .. whole .. " MB", fix = "the largest file is " .. largest.path,
      })
    end
    for folder, size in pairs(languages) do
      if folder ~= "" and size > language * megabyte then
        report:file(folder:sub(1, -2), "the localization has %.1f MB", size / megabyte, {
          expected = "at most " .. language .. " MB",
        })
      end
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/fr.lproj/film"] = ("x"):rep(language * megabyte) } } },
    fail = {
      { files = { ["Contents/Resources/film"] = ("x"):rep(whole * megabyte) } },
      { files = { ["Contents/Resources/fr.lproj/film"] = ("x"):rep(language * megabyte + 1) } },
    },
  },
}
