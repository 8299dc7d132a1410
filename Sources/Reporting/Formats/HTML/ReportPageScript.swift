import Presentation

/// Filters findings and bundles by words and severities. Without the script, the page shows all of them.
enum ReportPageScript {
  // It contains no markup characters, because the page is XML, too.
  static let script = InlineScript(
    """
    "use strict";
    (function () {
      const bar = document.getElementById("filter"), words = document.getElementById("words");
      const matches = document.getElementById("matches");
      const boxes = Array.from(bar.querySelectorAll("input[type=checkbox]"));
      const kinds = boxes.map(box => box.value);
      const textOf = node => node ? node.textContent.toLowerCase() : "";
      let index = null, timer = 0;
      function read() {
        const rowOf = new Map();
        const rows = Array.from(document.querySelectorAll("table.contents tbody tr"), row => {
          const link = row.querySelector("a");
          if (link) rowOf.set(link.getAttribute("href").slice(1), row);
          return row;
        });
        const sections = Array.from(document.querySelectorAll("section.bundle"), node => ({
          node, row: rowOf.get(node.id), name: textOf(node.querySelector(".top")),
          problems: textOf(node.querySelector("div.incomplete")),
          groups: Array.from(node.querySelectorAll(".group")).filter(group => group.querySelector(".finding")),
          findings: Array.from(node.querySelectorAll(".finding"), finding => ({
            node: finding, text: textOf(finding), kind: kinds.find(kind => finding.classList.contains(kind)) }))
        }));
        const sound = Array.from(document.querySelectorAll("table.sound tbody tr"), node => ({ node, text: textOf(node) }));
        return { sections, sound };
      }
      function apply() {
        index = index || read();
        const terms = words.value.toLowerCase().split(/\\s+/).filter(term => term);
        const shown = new Set(boxes.filter(box => box.checked).map(box => box.value));
        const isAll = shown.size === boxes.length ? terms.length === 0 : false;
        let count = 0, bundles = 0;
        for (const section of index.sections) {
          let own = 0;
          for (const finding of section.findings) {
            const isHit = terms.every(term => finding.text.includes(term) || section.name.includes(term));
            finding.node.hidden = shown.has(finding.kind) ? !isHit : true;
            own += finding.node.hidden ? 0 : 1;
          }
          for (const group of section.groups) group.hidden = !group.querySelector(".finding:not([hidden])");
          const isNamed = terms.every(term => section.name.includes(term) || section.problems.includes(term));
          const isBare = section.findings.length === 0 || section.problems !== "";
          section.node.hidden = isAll || own > 0 ? false : !(isBare ? isNamed : false);
          if (section.row) section.row.hidden = section.node.hidden;
          count += own;
          bundles += own > 0 ? 1 : 0;
        }
        for (const row of index.sound) {
          row.node.hidden = !terms.every(term => row.text.includes(term));
        }
        if (!isAll) for (const fold of document.querySelectorAll("details.settled, details.sound")) fold.open = true;
        const say = (number, one, many) => number + " " + (number === 1 ? one : many);
        matches.textContent = isAll ? "" : say(count, "finding", "findings") + " in " + say(bundles, "bundle", "bundles");
      }
      function soon() { clearTimeout(timer); timer = setTimeout(apply, 120); }
      words.addEventListener("input", soon);
      for (const box of boxes) box.addEventListener("change", apply);
      bar.hidden = false;
    })();
    """)
}

struct FilterBar {
  private static let kinds = [("error", "errors"), ("warning", "warnings"), ("note", "notes"), ("settled", "accepted")]

  func write(to html: inout HTMLWriter) {
    html.element("div", ["class": "filter", "id": "filter", "role": "search", "hidden": ""]) { html in
      html.element("label", ["for": "words"], text: "Filter")
      html.empty(
        "input",
        [
          "type": "search", "id": "words", "placeholder": "bundle, rule, key or message", "autocomplete": "off",
          "spellcheck": "false",
        ])
      html.element("span", ["class": "kinds", "role": "group", "aria-label": "Findings to show"]) { html in
        for (kind, word) in Self.kinds {
          html.element("label") { html in
            html.empty("input", ["type": "checkbox", "value": kind, "checked": ""])
            html.text(" " + word)
          }
        }
      }
      html.element("span", ["id": "matches", "role": "status"]) { _ in }
    }
    html.newLine()
  }
}
