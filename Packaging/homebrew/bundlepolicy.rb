# Builds from source, or installs a bottle.
# Scripts/package/registries adds the address of the repository and the digests of the bottles.
class Bundlepolicy < Formula
  desc "Checks Apple app bundles against policies written in Lua"
  license "Apache-2.0"

  depends_on "pkgconf" => :build
  # Swift 6.2.
  depends_on xcode: ["26.0", :build]
  depends_on "gmp"
  depends_on "libarchive"
  depends_on "libpng"
  depends_on "libxml2"
  depends_on "libyaml"
  depends_on "lua@5.4"
  depends_on "nettle"
  depends_on "re2"

  uses_from_macos "swift" => :build
  uses_from_macos "libedit"
  uses_from_macos "sqlite"

  on_linux do
    depends_on "zlib"
  end

  def install
    # Swift's own sandbox cannot be created inside Homebrew's.
    ENV["BUNDLEPOLICY_BUILD_OPTIONS"] = "--disable-sandbox"
    system "make", "install", "PREFIX=#{prefix}", "BASHDIR=#{bash_completion}", "ZSHDIR=#{zsh_completion}",
           "FISHDIR=#{fish_completion}", "DOCDIR=#{doc}"
  end

  def caveats
    <<~EOS
      The checker for icons is native code, which is loaded only when you name it:
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
