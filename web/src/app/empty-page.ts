import { currentLocale } from '#contract/i18n/locale.ts';
import { t } from '#contract/i18n/translate.ts';
import { toFormatLocale } from '#format-locale';
import { toFormatPatterns } from '#format-patterns';
import type { PageSettings } from './page-context.ts';

const id = 'page-settings';
const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[<>&"]/g, (sign) => escapes[sign] ?? sign);

/** A page that the server couldn't render: the settings the browser needs to render it, and a loading screen. */
export function emptyPage(
  page: PageSettings,
  assets: { entry: string; styles: string[] },
  nonce: string,
): string {
  const styles = assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  // Data, not a script; `<` is escaped, so that the text can't close the element.
  const settings = JSON.stringify(page).replaceAll('<', '\\u003c');
  const locale = currentLocale();
  const text = {
    loading: escapeHtml(t('Setting up your workspace')),
    failure: escapeHtml(t('Something went wrong. This error has been logged for debugging.')),
    reload: escapeHtml(t('Reload Page')),
  };
  return `<!doctype html>
<html lang="${locale}" data-formats="${toFormatLocale(locale)}" data-patterns="${toFormatPatterns(locale)}"${page.theme ? ` data-theme="${page.theme}"` : ''}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex"><title>${escapeHtml(page.brandName)}</title>${styles}
<script type="application/json" id="${id}">${settings}</script>
<script type="module" async nonce="${nonce}" src="${assets.entry}"></script></head>
<body><div id="root"><div class="px-4 py-32 text-center" role="status">
<h1 class="text-2xl">${escapeHtml(page.brandName)}</h1><p class="mt-3 text-soft">${text.loading}</p>
<noscript><p>${text.failure}</p>
<p><a class="link" href="">${text.reload}</a></p></noscript>
</div></div></body></html>`;
}

/** The settings of such a page; null on a page that the server rendered. */
export function readEmptyPage(): PageSettings | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as PageSettings) : null;
}
