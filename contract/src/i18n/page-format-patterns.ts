/** The patterns of the reader's formats, as the server described them for this page: see `format-patterns.ts`. */
export const toFormatPatterns = (): string => document.documentElement.dataset.patterns ?? '';
