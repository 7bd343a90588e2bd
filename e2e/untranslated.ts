/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { BrowserContext, Page, Response } from '@playwright/test';
import { marker } from '#contract/i18n/pseudo-locales.ts';
import { captionLanguages } from '#web/features/videos/texts/languages.ts';

/* Runs in pages. Reports texts and labels that don't carry the marker of the pseudo-locale. */
function watchTexts(sign: string): void {
  const { reportTexts, reportData } = globalThis as unknown as {
    reportTexts: (texts: string[]) => Promise<void>;
    reportData: (text: string) => Promise<void>;
  };
  const labels = ['aria-label', 'placeholder', 'title', 'alt', 'aria-roledescription', 'aria-valuetext'];
  const skipped = 'script, style, noscript, textarea, [contenteditable], [translate="no"]';
  const reported = new Set<string>();
  let found: string[] = [];
  const add = (text: string | null) => {
    const trimmed = text?.trim() ?? '';
    if (!/\p{L}{2}/u.test(trimmed) || trimmed.includes(sign) || reported.has(trimmed)) return;
    reported.add(trimmed);
    found.push(trimmed);
  };
  const visit = (node: Node) => {
    if (node instanceof Text) {
      if (!node.parentElement?.closest(skipped)) add(node.data);
      return;
    }
    if (!(node instanceof Element) || node.closest(skipped)) return;
    for (const label of labels) add(node.getAttribute(label));
    for (const child of node.childNodes) visit(child);
  };
  const send = () => {
    if (found.length > 0) void reportTexts(found);
    found = [];
  };
  document.addEventListener('input', ({ target }) => {
    const { value, textContent } = target as HTMLInputElement;
    void reportData(value ?? textContent ?? '');
  });
  const request = window.fetch;
  window.fetch = async (...input) => {
    const response = await request(...input);
    // Read here, because the body is gone once the page is left.
    await response
      .clone()
      .text()
      .then(reportData, () => {});
    return response;
  };
  const start = () => {
    // Pages of others, such as the provider of an external sign-in.
    if (!document.documentElement.dataset.formats) return;
    for (const script of document.querySelectorAll('script:not([src])'))
      void reportData(script.textContent ?? '');
    visit(document.documentElement);
    add(document.title);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes, attributeName } of changes) {
        if (type === 'childList') for (const node of addedNodes) visit(node);
        else if (type === 'characterData') visit(target);
        else if (attributeName && !(target as Element).closest(skipped))
          add((target as Element).getAttribute(attributeName));
      }
      send();
    }).observe(document.documentElement, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter: labels,
    });
    send();
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}

/** Names of days, months and units that Intl writes, which no message contains. */
const writtenByIntl =
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December|AM|PM|GMT|UTC|and|ago|yesterday|today|tomorrow|minutes?|hours?|days?)\b/g;
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const languages = new Set(captionLanguages.map((code) => languageNames.of(code)));
/** The label that Base UI gives the hidden button that closes a popup. It can't be changed. */
const writtenByLibraries = new Set(['Dismiss']);
const fileName = /\.\w{2,5}$/;

const toWords = (text: string) => text.replaceAll(/\s+/g, ' ');

/**
 * Collects the texts of pages that come neither from the message catalog nor from the API: they would stay English in every
 * other language.
 */
export class UntranslatedTexts {
  readonly #texts = new Map<string, string>();
  /** What the API and the pages' data contain. */
  #data = '';
  /** The paths of pages that were left before their HTML had arrived, so that their data isn't known. */
  readonly #unread = new Set<string>();
  readonly #pending = new Set<Promise<void>>();

  async watch(context: BrowserContext): Promise<void> {
    await context.exposeBinding('reportTexts', ({ page }, texts: string[]) => {
      const { host, pathname } = new URL(page.url());
      // The address of a space is shown with the host.
      this.#data += ` ${host}/ `;
      for (const text of texts) this.#texts.set(text, pathname);
    });
    // What people type is shown before it is sent. Pages contain the data that they were rendered with.
    await context.exposeBinding('reportData', (_source, text: string) => {
      this.#data += ` ${toWords(text)} ${JSON.stringify(toWords(text))} `;
    });
    await context.addInitScript(watchTexts, marker);
    context.on('response', (response) => {
      const reading = this.#read(response).finally(() => this.#pending.delete(reading));
      this.#pending.add(reading);
    });
    context.on('page', (page) => this.#watchEvents(page));
    context.on('request', (request) => {
      this.#data += toWords(request.postData() ?? '');
    });
  }

  /** Live events carry what others write. */
  #watchEvents(page: Page): void {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        this.#data += toWords(String(payload));
      }),
    );
  }

  async #read(response: Response): Promise<void> {
    const type = response.headers()['content-type'] ?? '';
    if (!/json|html/.test(type)) return;
    const body = await response.text().catch(() => '');
    if (body === '') this.#unread.add(new URL(response.url()).pathname);
    this.#data += type.includes('json')
      ? toWords(body)
      : [...body.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)]
          .map(([, script]) => toWords(script ?? ''))
          .join(' ');
  }

  /** Returns the texts found since the last call, with the path of a page that shows each. Forgets the data of the API. */
  async take(): Promise<string[]> {
    await Promise.all(this.#pending);
    const unexpected = [...this.#texts]
      .filter(([, path]) => !this.#unread.has(path))
      .filter(([text]) => !text.split(/ · |\n|: /).every((part) => this.#isExpected(part)))
      .map(([text, path]) => `${path}: ${text}`);
    this.#texts.clear();
    this.#unread.clear();
    this.#data = '';
    return unexpected;
  }

  #isExpected(text: string): boolean {
    if (writtenByLibraries.has(text) || languages.has(text) || fileName.test(text)) return true;
    if (!/\p{L}{2}/u.test(text.replaceAll(writtenByIntl, ''))) return true;
    // The title of a tab begins with the number of unread items.
    const name = toWords(text).replace(/^(@|\(\d+\+?\) )/, '');
    return this.#data.includes(JSON.stringify(name).slice(1, -1));
  }
}
