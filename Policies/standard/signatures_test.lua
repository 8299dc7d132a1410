-- The findings of the rules for signatures, and their number.

local kit = "Frameworks/Kit.framework"

test "sealed-files: a file of a nested bundle for devices is reported once" {
  given  = fixture.application {
    platform = "ios", signed = { changed = kit .. "/a.txt" },
    bundles = { [kit] = { signed = { changed = "a.txt" }, files = { ["a.txt"] = "a" } } },
  },
  expect = { ["sealed-files"] = { findings = 1, file = "a.txt", message = "a.txt is different from what was signed" } },
}

test "sealed-files: nested code that was signed again" {
  given  = fixture.application { platform = "ios", signed = { changed = kit .. "/Kit" }, bundles = { [kit] = { signed = true } } },
  expect = { ["sealed-files"] = { findings = 1, file = kit .. "/Kit" } },
}

test "sealed-files: one finding for many files, and one for each way to differ" {
  given  = fixture.application {
    signed = {
      added = { "Contents/Resources/a", "Contents/Resources/b", "Contents/Resources/c" }, changed = "Contents/Resources/d",
      removed = { "Contents/Resources/e", "Contents/Resources/f" },
    },
    files  = {
      ["Contents/Resources/a"] = "a", ["Contents/Resources/b"] = "b", ["Contents/Resources/c"] = "c", ["Contents/Resources/d"] = "d",
    },
  },
  expect = {
    ["sealed-files"] = {
      findings = 3,
      message  = {
        "Contents/Resources/a and 2 other files are not covered", "Contents/Resources/d is different from what was signed",
        "Contents/Resources/e and 1 other file are missing",
      },
    },
  },
}
