-- What every sound bundle of today meets: quiet on those, and on nothing that the platform or the store would refuse.
policy "apple.recommended" {
  summary = "What the platform, the stores and the build system ask of a bundle",
  version = "1.0.0",
}

import "apple.identity.identifier_characters"
