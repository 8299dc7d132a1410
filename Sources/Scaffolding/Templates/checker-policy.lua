policy "{{id}}.trial" { summary = "A trial of the checker" }

rule "checked" {
  summary = "The checker must report nothing",
  checker = "{{id}}",
  with = { limit = 50 },
}
