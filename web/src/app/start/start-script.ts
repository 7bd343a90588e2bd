import { t } from '#contract/i18n/translate.ts';
import { recordEarlyInput } from './early-input.ts';
import { createLoader, type LoadTexts, loadScripts, type ScriptFiles } from './load-scripts.ts';

/**
 * Adds a script to the start of a page's HTML. The script records presses and loads the other scripts. It comes before the style sheets,
 * because browsers run a script only once those before it have arrived. It removes itself, so that React hydrates nothing but its own.
 */
export function addStartScript(html: string, files: ScriptFiles, nonce: string): string {
  const texts: LoadTexts = {
    offline: t("You're offline. This will load when you're back online."),
    failed: t('Failed to load the application. Please refresh the page.'),
  };
  // `<` is escaped, so that the texts can't close the element.
  const input = [files, texts].map((part) => JSON.stringify(part).replaceAll('<', '\\u003c'));
  const load = `(${loadScripts.toString()})((${createLoader.toString()})(${input.join()}))`;
  const code = `(${recordEarlyInput.toString()})();${load};document.currentScript.remove()`;
  return html.replace(/<link |<\/head>/, (next) => `<script nonce="${nonce}">${code}</script>${next}`);
}
