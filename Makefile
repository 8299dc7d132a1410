# Builds the release and installs it: make && sudo make install PREFIX=/usr/local
# DESTDIR goes before every path, as packagers need it. 'make uninstall' with the same PREFIX removes what was installed.
PREFIX ?= /usr/local
DESTDIR ?=
# What is installed, and where it is built. A packager, or a test, may name products that were built elsewhere.
PRODUCTS ?= .build/package
PROGRAM ?= $(PRODUCTS)/bundlepolicy
CHECKERS ?= $(PRODUCTS)/checkers

# Where shells look for completions, which differs by packager, and where documents go.
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
DOCDIR ?= $(PREFIX)/share/doc/bundlepolicy

bindir = $(DESTDIR)$(PREFIX)/bin
# Not where the program looks by itself: native code is loaded when it is named, with --plugins or BUNDLEPOLICY_PLUGINS.
checkersdir = $(DESTDIR)$(PREFIX)/lib/bundlepolicy/checkers
mandir = $(DESTDIR)$(PREFIX)/share/man/man1
docdir = $(DESTDIR)$(DOCDIR)
bashdir = $(DESTDIR)$(BASHDIR)
zshdir = $(DESTDIR)$(ZSHDIR)
fishdir = $(DESTDIR)$(FISHDIR)

.PHONY: all install uninstall tarball debian examples documents
# Without symbols, which are two thirds of it and serve only a debugger. The program comes last, so an interrupted build leaves none.
# PORTABLE=1 in the environment builds for older systems than this one: see Scripts/release.
all:
	Scripts/release
	mkdir -p "$(PRODUCTS)"
	cp "$$(Scripts/release --show-path)" "$(PRODUCTS)/bundlepolicy.new"
	Scripts/package/strip "$(PRODUCTS)/bundlepolicy.new"
	Scripts/package/checkers "$(PRODUCTS)/checkers"
	mv -f "$(PRODUCTS)/bundlepolicy.new" "$(PRODUCTS)/bundlepolicy"

$(PRODUCTS)/bundlepolicy:
	$(MAKE) all

$(PRODUCTS)/checkers: $(PRODUCTS)/bundlepolicy

# An archive, and a package for Debian, in .build/package.
tarball debian:
	Scripts/package/$@

# Writes the generated files of the repository.
examples documents:
	Scripts/generate/$@

install: $(PROGRAM) $(CHECKERS)
	install -d "$(bindir)" "$(checkersdir)" "$(mandir)" "$(docdir)" "$(bashdir)" "$(zshdir)" "$(fishdir)"
	install -m 755 "$(PROGRAM)" "$(bindir)/bundlepolicy"
	Scripts/package/copy-tree "$(CHECKERS)" "$(checkersdir)"
	"$(bindir)/bundlepolicy" completions bash > "$(bashdir)/bundlepolicy"
	"$(bindir)/bundlepolicy" completions zsh > "$(zshdir)/_bundlepolicy"
	"$(bindir)/bundlepolicy" completions fish > "$(fishdir)/bundlepolicy.fish"
	"$(bindir)/bundlepolicy" man --output "$(mandir)"
	chmod 644 "$(bashdir)/bundlepolicy" "$(zshdir)/_bundlepolicy" "$(fishdir)/bundlepolicy.fish" "$(mandir)"/bundlepolicy*.1
	install -m 644 LICENSE README.md "$(docdir)"
	Scripts/package/copy-tree docs "$(docdir)/docs"
	Scripts/package/copy-tree Examples/pipelines "$(docdir)/Examples/pipelines"

uninstall:
	rm -f "$(bindir)/bundlepolicy" "$(bashdir)/bundlepolicy" "$(zshdir)/_bundlepolicy" "$(fishdir)/bundlepolicy.fish"
	rm -f "$(mandir)/bundlepolicy.1" "$(mandir)"/bundlepolicy-*.1
	rm -rf "$(DESTDIR)$(PREFIX)/lib/bundlepolicy" "$(docdir)"
