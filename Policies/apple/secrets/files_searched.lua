local search = import "apple.secrets.search"

rule "files-searched" {
  summary   = "Every file that may contain keys must be small enough to search",
  severity  = "error",
  rationale = "The rules about keys and hosts search files of up to 1 GiB. What a larger one contains is not known, so the bundle must not "
    .. "pass without a word about it. Waive the finding for a file without text, such as a model or a game's world.",
  tags      = { "security", "secrets" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, nested = false },
  check     = function(bundle, report)
    for _, file in ipairs(search.large_files(bundle)) do
      report:file(file, "the file has %.1f GB and is not searched for keys", file.size / 1e9, {
        expected = "at most 1 GiB", fix = "split the file, or search it with another tool and waive this finding", discriminator = "",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/Resources/a.bin"] = { size = 1 << 30 } } },
      { files = { ["Contents/Resources/a.MP4"] = { size = (1 << 30) + 1 } } },
    },
    fail = {
      { files = { ["Contents/Resources/a.bin"] = { size = (1 << 30) + 1 } }, at = "Contents/Resources/a.bin", message = "has 1.1 GB" },
      { platform = "ios", kind = "extension", files = { a = { size = 2e9 } }, at = "a" },
      { kind = "framework", files = { ["Versions/A/Resources/a"] = { size = 2e9 } }, at = "Versions/A/Resources/a" },
      { kind = "plugin", files = { ["Contents/Resources/a"] = { size = 2e9 } }, at = "Contents/Resources/a" },
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Resources/a"] = { size = 2e9 } } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Resources/a", count = 1,
      },
    },
  },
}
