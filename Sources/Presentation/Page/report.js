"use strict";
(function () {
  const byId = id => document.getElementById(id);
  const all = (selector, node) => Array.from((node || document).querySelectorAll(selector));
  const textOf = node => node ? node.textContent.toLowerCase() : "";
  const bar = byId("filter"), words = byId("words"), matches = byId("matches"), reset = byId("reset");
  const boxes = all("input[type=checkbox]", bar), kinds = boxes.map(box => box.value);
  const whole = matches.textContent;
  let index = null, timer = 0;

  // Read when somebody filters for the first time, because there may be thousands of findings.
  function read() {
    const rows = new Map();
    for (const node of all("table.contents tbody tr")) {
      const link = node.querySelector("a");
      if (link) rows.set(link.getAttribute("href").slice(1), node);
    }
    const item = node => ({ node, text: textOf(node) });
    return {
      sections: all("section.bundle").map(node => ({
        node, row: rows.get(node.id), name: textOf(node.querySelector(".top")), shown: node.querySelector(".outcome .shown"),
        groups: all(".group", node).filter(group => group.querySelector(".finding")),
        // Without the lines around the place, which are about other keys.
        findings: all(".finding", node).map(finding => ({
          node: finding, text: all("h4, .place, .pairs, .waiver, mark, ins", finding).map(textOf).join(" "), kind: kinds.find(kind => finding.classList.contains(kind)),
          rules: all(".id", finding).map(textOf) })),
        problems: all(".problems > li", node).map(item), outcomes: all(".outcomes li", node).map(item)
      })),
      sound: all("table.sound tbody tr").map(item),
      rules: all("table.overview tbody tr").map(node => ({ node, rule: textOf(node.querySelector(".name")) })),
      described: all("article.rule").map(node => ({ node, rule: textOf(node.querySelector("h3")), text: textOf(node) })),
      others: all("table.kept tbody tr, table.policies tbody tr, main > section > .problems > li, .record").map(item),
      parts: all("main > section:not(.bundle, .folds)"),
      folds: all("details").filter(fold => fold.querySelector(":scope > summary > .shown"))
    };
  }

  function apply() {
    index = index || read();
    const terms = words.value.toLowerCase().split(/\s+/).filter(term => term);
    const kindsShown = new Set(boxes.filter(box => box.checked).map(box => box.value));
    const isWordless = terms.length === 0, isAll = isWordless ? kindsShown.size === boxes.length : false;
    const has = text => terms.every(term => text.includes(term));
    const found = new Set();
    let findings = 0, findingsShown = 0, bundles = 0;
    for (const section of index.sections) {
      const hasHere = text => terms.every(term => text.includes(term) || section.name.includes(term));
      let own = 0, ownShown = 0;
      for (const finding of section.findings) {
        finding.node.hidden = !(kindsShown.has(finding.kind) ? hasHere(finding.text) : false);
        own += finding.rules.length;
        if (finding.node.hidden) continue;
        ownShown += finding.rules.length;
        for (const rule of finding.rules) found.add(rule);
      }
      for (const group of section.groups) group.hidden = !group.querySelector(".finding:not([hidden])");
      for (const one of section.problems.concat(section.outcomes)) one.node.hidden = !hasHere(one.text);
      const isBare = section.findings.length === 0, isNamed = hasHere("");
      const hasProblem = section.problems.some(problem => !problem.node.hidden);
      section.node.hidden = !(isAll || ownShown > 0 || hasProblem || (isBare ? isNamed : false));
      if (section.row) section.row.hidden = section.node.hidden;
      if (section.shown) section.shown.textContent = isAll || own === 0 ? "" : ownShown + " of " + own + " shown";
      findings += own;
      findingsShown += ownShown;
      bundles += section.node.hidden ? 0 : 1;
    }
    for (const one of index.sound.concat(index.others)) one.node.hidden = !has(one.text);
    bundles += index.sound.filter(row => !row.node.hidden).length;
    const isFound = one => isAll || found.has(one.rule) || (isWordless ? false : has(one.text || one.rule));
    for (const one of index.rules.concat(index.described)) one.node.hidden = !isFound(one);
    for (const part of index.parts) {
      const items = all(".problems > li, tbody tr, .record, article.rule", part);
      part.hidden = items.length > 0 ? items.every(one => one.hidden) : false;
    }
    for (const fold of index.folds) {
      const items = all("tbody tr, .finding, li", fold), shown = items.filter(one => !one.hidden).length;
      fold.querySelector(":scope > summary > .shown").textContent = isAll ? "" : shown + " of " + items.length + " shown";
    }
    if (!isAll) for (const fold of all("details.settled")) fold.open = true;
    const counts = [[findingsShown, findings, "finding"]];
    const ofBundles = index.sections.length + index.sound.length;
    if (ofBundles > 1) counts.push([bundles, ofBundles, "bundle"]);
    if (index.rules.length > 0) {
      counts.push([index.rules.filter(one => !one.node.hidden).length, index.rules.length, "rule"]);
    }
    const say = ([shown, of, word]) => shown + " of " + of + " " + word + (of === 1 ? "" : "s");
    matches.textContent = isAll ? whole : counts.map(say).join(", ");
    bar.classList.toggle("active", !isAll);
    reset.hidden = isAll;
  }

  function showAll() {
    words.value = "";
    for (const box of boxes) box.checked = true;
    apply();
  }

  // A link must not lead to something that is filtered out or folded.
  function reveal() {
    const target = location.hash ? byId(decodeURIComponent(location.hash.slice(1))) : null;
    if (!target) return;
    if (target.closest("[hidden]")) showAll();
    for (let node = target; node; node = node.parentElement) if (node.localName === "details") node.open = true;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView();
  }

  words.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(apply, 120); });
  words.addEventListener("keydown", event => { if (event.key === "Escape") showAll(); });
  for (const box of boxes) box.addEventListener("change", apply);
  reset.addEventListener("click", () => { showAll(); words.focus(); });
  document.addEventListener("keydown", event => {
    const isFree = event.ctrlKey || event.metaKey || event.altKey ? false : !event.target.closest("input");
    if (event.key === "/" ? isFree : false) { event.preventDefault(); words.focus(); }
  });
  document.addEventListener("click", event => {
    const link = event.target.closest("a[href^='#']");
    if (link ? link.hash === location.hash : false) reveal();
  });
  addEventListener("hashchange", reveal);
  bar.hidden = false;
  // A browser that goes back to the page may restore the boxes.
  if (boxes.some(box => !box.checked)) apply();
  reveal();
})();
