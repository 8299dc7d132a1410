# Builds from source. Before a release: the addresses and the SHA-256 of its archive of sources.
class Bundlepolicy < Formula
  desc "Holds Apple bundles against policies written in Lua"
  homepage "https://example.com/bundlepolicy"
  url "https://releases.example.com/bundlepolicy/bundlepolicy-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"
  head "https://git.example.com/bundlepolicy.git", branch: "main"

  depends_on "pkgconf" => :build
  # Swift 6.2.
  depends_on xcode: ["26.0", :build]
  depends_on "libarchive"
  depends_on "libpng"
  depends_on "libxml2"
  depends_on "libyaml"
  depends_on "lua@5.4"

  uses_from_macos "swift" => :build
  uses_from_macos "libedit"
  uses_from_macos "sqlite"

  on_linux do
    depends_on "zlib"
  end

  def install
    # Swift's own sandbox can't be made within Homebrew's.
    ENV["BUNDLEPOLICY_BUILD_OPTIONS"] = "--disable-sandbox"
    system "make", "install", "PREFIX=#{prefix}", "BASHDIR=#{bash_completion}", "ZSHDIR=#{zsh_completion}",
           "FISHDIR=#{fish_completion}", "DOCDIR=#{doc}"
  end

  def caveats
    <<~EOS
      The checkers of icons and binaries are native code and are loaded only when they are named:
        bundlepolicy check --plugins #{opt_lib}/bundlepolicy/checkers …
      Ledgers on PostgreSQL need its client library: brew install libpq
    EOS
  end

  test do
    (testpath/"Info.plist").write <<~XML
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>CFBundleName</key><string>App</string></dict></plist>
    XML
    (testpath/"policy.lua").write <<~LUA
      policy "com.example.test" { summary = "for a test" }
      rule "versioned" { summary = "A version is there", require = "CFBundleVersion" }
    LUA
    output = shell_output("#{bin}/bundlepolicy check --policy policy.lua Info.plist", 1)
    assert_match "CFBundleVersion is missing", output
    assert_match version.to_s, shell_output("#{bin}/bundlepolicy --version")
  end
end
