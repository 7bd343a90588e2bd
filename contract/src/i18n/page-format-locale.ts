/** The tag to format with, as the server chose it for this page: see `format-locale.ts`. */
export const toFormatLocale = (locale: string): string => document.documentElement.dataset.formats ?? locale;
