-- All of the cookbook at once. A policy of your own names what it wants:
-- `bundlepolicy check --policy Examples/cookbook App.app`.

policy "cookbook" {
  summary = "Rules that release teams want",
  include = {
    "app-icons", "architectures", "background-modes", "copyright-year", "document-types", "executable", "export-compliance",
    "extensions", "feature-flags", "linked-libraries", "localizations", "minimum-os", "no-leftovers", "no-staging-hosts",
    "privacy-manifest", "size-budget", "sparkle-updates", "transport-security", "unfilled-templates", "url-types",
    "usage-descriptions", "vendored-frameworks", "version-numbers",
  },
}
