
rule "own-keys" {
  summary     = "Our own keys must start with our prefix",
  rationale   = "A key without a prefix may collide with one that the platform defines later.",
  applies     = { kind = { "application", "extension" } },
  custom_keys = { prefix = "{{prefix}}" },
  examples    = {
    pass = { { info = { ["{{prefix}}Host"] = "x" } } },
    fail = { { info = { Host = "x" }, at = "/Host" } },
  },
}
