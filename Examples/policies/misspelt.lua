-- A slip of the finger, to show what becomes of it.

policy "com.example.misspelt" { summary = "Shows an error" }

rule "named" {
  summary = "Every bundle has a name",
  requires = { "CFBundleName" },
}
