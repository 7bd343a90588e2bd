/** The editor supports headings of level 2 to 4; other levels are mapped to the nearest. */
const OTHER_LEVELS: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4' };

/** Returns the heading element for a Word paragraph style. */
function headingOf(paragraph: Element): string | undefined {
  const name = paragraph.className.match(/Mso(Title|Heading(\d))/);
  if (!name) return undefined;
  return name[1] === 'Title' || name[2] === '1' ? 'h2' : 'h3';
}

function listLevel(element: Element): number | undefined {
  const level = element.getAttribute('style')?.match(/mso-list:[^;"]*\blevel(\d+)/)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Removes the bullet or number that Word writes as text and returns the type of the list. */
function takeMarker(paragraph: Element): 'ol' | 'ul' {
  let marker = '';
  for (const span of paragraph.querySelectorAll('span')) {
    if (!/mso-list:\s*Ignore/i.test(span.getAttribute('style') ?? '')) continue;
    marker += span.textContent ?? '';
    span.remove();
  }
  return /^\s*\(?[\da-z]{1,4}[.)]/i.test(marker) ? 'ol' : 'ul';
}

/** Rebuilds lists from Word, which has only paragraphs with a list level. */
function rebuildLists(body: HTMLElement): void {
  /** The open lists, outermost first. */
  let open: { list: Element; level: number }[] = [];
  let last: Element | undefined;
  for (const paragraph of [...body.querySelectorAll('p, h1, h2, h3')]) {
    const level = listLevel(paragraph);
    if (level === undefined) continue;
    if (paragraph.previousElementSibling !== last) open = [];
    const kind = takeMarker(paragraph);
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    let here = open.at(-1);
    if (!here || here.level < level || here.list.localName !== kind) {
      const list = body.ownerDocument.createElement(kind);
      const parent = here && here.level < level ? here.list.lastElementChild : undefined;
      if (here && here.level === level) open.pop();
      if (parent) parent.append(list);
      else {
        paragraph.before(list);
        last = list;
      }
      here = { list, level };
      open.push(here);
    }
    const item = body.ownerDocument.createElement('li');
    const text = body.ownerDocument.createElement('p');
    text.append(...paragraph.childNodes);
    item.append(text);
    here.list.append(item);
    paragraph.remove();
  }
}

/**
 * Cleans HTML from the clipboard for the editor: keeps headings, lists and links of Word and Google Docs and removes
 * their wrappers. The editor itself drops unknown elements.
 */
export function cleanPastedHtml(html: string): string {
  const body = new DOMParser().parseFromString(html.replace(/<!--[\s\S]*?-->/g, ''), 'text/html').body;
  for (const element of [...body.querySelectorAll('*')]) {
    if (/^(style|script|meta|link|title|xml)$/.test(element.localName)) element.remove();
    else if (element.localName.includes(':')) element.replaceWith(...element.childNodes);
  }
  // Google Docs wraps everything into a <b> that is not bold.
  for (const wrap of [...body.querySelectorAll('b[id^="docs-internal-guid"]')]) {
    wrap.replaceWith(...wrap.childNodes);
  }
  rebuildLists(body);
  for (const block of [...body.querySelectorAll('p[class*="Mso"], h1, h5, h6')]) {
    const heading = headingOf(block) ?? OTHER_LEVELS[block.localName];
    if (!heading) continue;
    const element = body.ownerDocument.createElement(heading);
    element.append(...block.childNodes);
    block.replaceWith(element);
  }
  return body.innerHTML;
}
