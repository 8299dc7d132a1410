-- The maximum size of the app on disk, and of each of its languages.

policy "cookbook.size-budget" { summary = "The app is small enough to download" }

local whole = parameter "megabytes" { default = 20, summary = "maximum size of the app" }
local language = parameter "language_megabytes" { default = 2, summary = "maximum size of each localization" }

local megabyte = 1000000

rule "size-budget" {
  summary   = "The app and each of its languages must stay within their size budgets",
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
      report("the size of the app is %.1f MB", total / megabyte, {
        expected = "at most " .. whole .. " MB", fix = "remove what the app does not need; its largest file is " .. largest.path,
      })
    end
    for folder, size in pairs(languages) do
      if folder ~= "" and size > language * megabyte then
        report:file(folder:sub(1, -2), "the size of the localization is %.1f MB", size / megabyte, {
          expected = "at most " .. language .. " MB",
        })
      end
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/fr.lproj/film"] = { size = 2e6 } } } },
    fail = {
      { files = { ["Contents/Resources/film"] = { size = 20e6 } } },
      { files = { ["Contents/Resources/film"] = { size = 1e6 } }, params = { megabytes = 1 } },
      { files = { ["Contents/Resources/fr.lproj/film"] = { size = 2000001 } }, at = "Contents/Resources/fr.lproj" },
    },
  },
}
