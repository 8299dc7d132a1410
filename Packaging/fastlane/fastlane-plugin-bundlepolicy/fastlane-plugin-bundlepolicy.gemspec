require_relative "lib/fastlane/plugin/bundlepolicy/version"

Gem::Specification.new do |spec|
  spec.name = "fastlane-plugin-bundlepolicy"
  spec.version = Fastlane::Bundlepolicy::VERSION
  spec.authors = ["The bundlepolicy authors"]
  spec.summary = "Checks Apple app bundles against policies you write in Lua"
  spec.license = "Apache-2.0"
  # Scripts/package/gem sets it if Packaging/project names a home.
  home = ENV["BUNDLEPOLICY_HOME"].to_s
  spec.homepage = home unless home.empty?
  spec.required_ruby_version = ">= 2.6"
  spec.require_paths = ["lib"]
  spec.files = Dir["lib/**/*.rb"] + ["README.md", "LICENSE"]
end
