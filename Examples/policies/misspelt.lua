-- A typo, to show the error.

policy "com.example.misspelt" { summary = "Shows an error" }

rule "named" {
  summary = "Every bundle must have a name",
  requires = { "CFBundleName" },
}
