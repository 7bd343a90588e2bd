import { currentLocale } from '#contract/i18n/locale.ts';

const key = 'hearth:video-captions';

/** Returns the language in which captions were chosen last in this browser; null if they were turned off. */
export function readCaptionLanguage(): string | null {
  try {
    return localStorage.getItem(key) || null;
  } catch {
    return null;
  }
}

export function storeCaptionLanguage(language: string | null): void {
  try {
    localStorage.setItem(key, language ?? '');
  } catch {
    // The browser stores nothing; the choice counts for this page.
  }
}

/** Returns the first of these languages that the reader knows best: the preferred one, that of the page, or the first. */
export function chooseLanguage(
  languages: readonly string[],
  preferred: string | null,
  locale = currentLocale(),
): string | undefined {
  const base = (code: string) => code.split('-')[0];
  for (const wanted of [preferred, locale]) {
    if (wanted === null) continue;
    const found =
      languages.find((one) => one === wanted) ?? languages.find((one) => base(one) === base(wanted));
    if (found) return found;
  }
  return languages[0];
}
