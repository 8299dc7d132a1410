rule "no-artwork" {
  summary   = "The picture for the store's own pages is not in the application",
  severity  = "warning",
  rationale = "iTunesArtwork is for applications that are handed out without the store; in it, it only takes space.",
  source    = "Technical Q&A QA1686",
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios" },
  files     = { forbid = { "iTunesArtwork", "iTunesArtwork@2x" } },
  examples  = { pass = { {} }, fail = { { files = { iTunesArtwork = "x" } }, { files = { ["iTunesArtwork@2x"] = "x" } } } },
}
