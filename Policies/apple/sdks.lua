-- The requirements of widely used SDKs for the app that contains them, if a bundle shows whether they are met.
policy "apple.sdks" {
  summary = "Requirements of the SDKs and frameworks that an app contains",
  version = "1.0.0",
}

import "apple.sdks.access_tokens"
import "apple.sdks.auth0"
import "apple.sdks.cef"
import "apple.sdks.compose"
import "apple.sdks.electron"
import "apple.sdks.electron_app"
import "apple.sdks.expo_updates"
import "apple.sdks.facebook"
import "apple.sdks.firebase"
import "apple.sdks.flutter"
import "apple.sdks.google_cast"
import "apple.sdks.google_maps"
import "apple.sdks.google_mobile_ads"
import "apple.sdks.google_service_info"
import "apple.sdks.google_sign_in"
import "apple.sdks.jpackage"
import "apple.sdks.qt"
import "apple.sdks.query_schemes"
import "apple.sdks.react_native"
import "apple.sdks.redirect_schemes"
import "apple.sdks.snap"
import "apple.sdks.sparkle_feed"
import "apple.sdks.sparkle_key"
import "apple.sdks.sparkle_sandbox"
import "apple.sdks.tiktok"
import "apple.sdks.unity"
import "apple.sdks.web_assets"
