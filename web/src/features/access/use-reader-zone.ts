import { useBrowserValue } from '#web/lib/use-browser-value.ts';

const readTimeZone = (): string | undefined => undefined;

/** The time zone for formatting times: undefined for that of the reader, or UTC while the page is the server's. */
export const useReaderZone = (): string | undefined => useBrowserValue(readTimeZone, 'UTC');
