import { createHash } from 'node:crypto';
import { currentLocale } from '#contract/i18n/locale.ts';
import { type Message, t } from '#contract/i18n/translate.ts';
import { escapeHtml, escapeText } from '#server/platform/text/escape-html.ts';

const styles = `
:root { color-scheme: light dark; --page: #f4f4f2; --card: #fff; --text: #292524; --quiet: #6b6560; --line: #e2dfdb; --accent: #0f766e; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --page: #171614; --card: #211f1d; --text: #f2efec; --quiet: #aaa39c; --line: #3a3633; --accent: #5eead4; --on-accent: #042f2e; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; grid-template-columns: minmax(0, 28rem); padding: 24px 16px; background: var(--page); color: var(--text); font: 16px/1.6 Inter, system-ui, sans-serif; }
main { padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.3; overflow-wrap: anywhere; }
p { margin: 0 0 24px; color: var(--quiet); overflow-wrap: anywhere; }
button { min-height: 44px; padding: 10px 22px; border: 1px solid var(--accent); border-radius: 10px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { border-color: var(--line); background: none; color: inherit; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
footer { margin-top: 20px; text-align: center; font-size: 14px; }
`;

const styleHash = createHash('sha256').update(styles).digest('base64');

/** Content security policy of the page: its own styles and its own form, nothing else. */
export const unsubscribePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/**
 * Returns the unsubscribe page as HTML: a button, or the confirmation with a way to resubscribe. It needs no script.
 */
export function unsubscribePage(input: {
  brand: string;
  homeUrl: string;
  path: string;
  /** Empty for emails about conversations. */
  spaceName: string;
  copy: { confirm: Message; done: Message };
  isUnsubscribed: boolean;
}): string {
  const { copy, spaceName: space } = input;
  const [brand, path] = [input.brand, input.path].map(escapeHtml);
  const [title, text, form] = input.isUnsubscribed
    ? [
        t("You're unsubscribed"),
        t(copy.done, { space }),
        `<form method="post" action="${path}/again"><button class="quiet">${escapeText(t('Resubscribe'))}</button></form>`,
      ]
    : [
        t('Unsubscribe?'),
        t(copy.confirm, { space }),
        `<form method="post" action="${path}"><button>${escapeText(t('Unsubscribe'))}</button></form>`,
      ];
  return `<!doctype html>
<html lang="${currentLocale()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${[title, space].filter(Boolean).map(escapeText).join(' · ')} · ${brand}</title><style>${styles}</style></head>
<body><main><h1>${escapeText(title)}</h1><p role="status">${escapeText(text)}</p>${form}</main>
<footer><a href="${escapeHtml(input.homeUrl)}">${escapeText(t('Open {brand}', { brand: input.brand }))}</a></footer></body></html>`;
}
