module Fastlane
  module Bundlepolicy
    VERSION = "0.1.0".freeze
  end
end
