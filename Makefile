# Builds the release and installs it: make && sudo make install PREFIX=/usr/local
# DESTDIR is prepended to every path, for packagers. 'make uninstall' with the same PREFIX removes the installed files.
PREFIX ?= /usr/local
DESTDIR ?=
# The folder of the products to install. Packagers and tests may use products that were built elsewhere.
PRODUCTS ?= .build/package
PROGRAM ?= $(PRODUCTS)/bundlepolicy
CHECKERS ?= $(PRODUCTS)/checkers
NOTICES ?= $(PRODUCTS)/THIRD-PARTY-NOTICES
# The bill of materials is beside the notices.
BILL = $(dir $(NOTICES))bundlepolicy.cdx.json

# The folders in which shells look for completions, which differ between packagers, and the folder for documents.
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
DOCDIR ?= $(PREFIX)/share/doc/bundlepolicy

bindir = $(DESTDIR)$(PREFIX)/bin
# The program does not look there by itself: native code is loaded only if it is named with --plugins or BUNDLEPOLICY_PLUGINS.
checkersdir = $(DESTDIR)$(PREFIX)/lib/bundlepolicy/checkers
mandir = $(DESTDIR)$(PREFIX)/share/man/man1
docdir = $(DESTDIR)$(DOCDIR)
bashdir = $(DESTDIR)$(BASHDIR)
zshdir = $(DESTDIR)$(ZSHDIR)
fishdir = $(DESTDIR)$(FISHDIR)

.PHONY: all install uninstall tarball debian registries examples documents
# Stripped, because two thirds of the size are symbols for debuggers. The program comes last, so an interrupted build leaves none.
# PORTABLE=1 in the environment builds for older systems than this one: see Scripts/release.
all:
	Scripts/release
	mkdir -p "$(PRODUCTS)"
	cp "$$(Scripts/release --show-path)" "$(PRODUCTS)/bundlepolicy.new"
	Scripts/package/strip "$(PRODUCTS)/bundlepolicy.new"
	Scripts/package/checkers "$(PRODUCTS)/checkers"
	Scripts/package/notices $$(ls .build/release-static/linked 2> /dev/null) > "$(PRODUCTS)/THIRD-PARTY-NOTICES"
	Scripts/package/notices --sbom "$$("$(PRODUCTS)/bundlepolicy.new" --version | cut -d' ' -f2)" $$(ls .build/release-static/linked 2> /dev/null) \
	  > "$(PRODUCTS)/bundlepolicy.cdx.json"
	mv -f "$(PRODUCTS)/bundlepolicy.new" "$(PRODUCTS)/bundlepolicy"

$(PRODUCTS)/bundlepolicy:
	$(MAKE) all

$(PRODUCTS)/checkers: $(PRODUCTS)/bundlepolicy

# For products that were built in another way: all notices.
$(PRODUCTS)/THIRD-PARTY-NOTICES:
	mkdir -p "$(PRODUCTS)"
	Scripts/package/notices > "$@"

# Makes an archive, or a Debian package, in .build/package. PRODUCTS=FOLDER packs the products that are there.
tarball debian:
	Scripts/package/$@

# Packages for PyPI, npm, SwiftPM, Homebrew and fastlane, from the tarballs there.
registries: tarball
	Scripts/package/registries .build/package
	Scripts/package/gem .build/package

# Regenerates files in the repository.
examples documents:
	Scripts/generate/$@

install: $(PROGRAM) $(CHECKERS) $(NOTICES)
	install -d "$(bindir)" "$(checkersdir)" "$(mandir)" "$(docdir)" "$(bashdir)" "$(zshdir)" "$(fishdir)"
	install -m 755 "$(PROGRAM)" "$(bindir)/bundlepolicy"
	Scripts/package/copy-tree "$(CHECKERS)" "$(checkersdir)"
	"$(bindir)/bundlepolicy" completions bash > "$(bashdir)/bundlepolicy"
	"$(bindir)/bundlepolicy" completions zsh > "$(zshdir)/_bundlepolicy"
	"$(bindir)/bundlepolicy" completions fish > "$(fishdir)/bundlepolicy.fish"
	"$(bindir)/bundlepolicy" man --output "$(mandir)"
	chmod 644 "$(bashdir)/bundlepolicy" "$(zshdir)/_bundlepolicy" "$(fishdir)/bundlepolicy.fish" "$(mandir)"/bundlepolicy*.1
	install -m 644 "$(NOTICES)" "$(docdir)/THIRD-PARTY-NOTICES"
	if [ -f "$(BILL)" ]; then install -m 644 "$(BILL)" "$(docdir)"; fi
	Scripts/package/documents "$(docdir)"

uninstall:
	rm -f "$(bindir)/bundlepolicy" "$(bashdir)/bundlepolicy" "$(zshdir)/_bundlepolicy" "$(fishdir)/bundlepolicy.fish"
	rm -f "$(mandir)/bundlepolicy.1" "$(mandir)"/bundlepolicy-*.1
	rm -rf "$(DESTDIR)$(PREFIX)/lib/bundlepolicy" "$(docdir)"
