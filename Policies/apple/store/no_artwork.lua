rule "no-artwork" {
  summary   = "The app must not contain the artwork for the store's own pages",
  severity  = "warning",
  rationale = "iTunesArtwork is for apps that are distributed outside the store; inside it, it only takes space.",
  source    = "Technical Q&A QA1686",
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios" },
  files     = { forbid = { "iTunesArtwork", "iTunesArtwork@2x" } },
  examples  = {
    pass = { {} },
    fail = {
      { files = { iTunesArtwork = "x" }, at = "iTunesArtwork" }, { files = { ["iTunesArtwork@2x"] = "x" }, at = "iTunesArtwork@2x" },
    },
  },
}
