import { currentLocale } from '#contract/i18n/locale.ts';

/** The time zone of this browser, by its IANA name. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A zone's UTC offset at an instant, as `GMT+1`. */
export function offsetOf(zone: string, instant: string): string {
  try {
    return (
      // Not cached: the time zone field asks for hundreds of zones.
      new Intl.DateTimeFormat(currentLocale(), { timeZone: zone, timeZoneName: 'shortOffset' })
        .formatToParts(Date.parse(instant))
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
    );
  } catch {
    // This browser doesn't know the zone yet.
    return '';
  }
}

/** Returns all time zones for a field to choose one, with those given first. Their offsets are computed when they are shown. */
export function timeZoneOptions(first: readonly string[]): { value: string; label: string; note: string }[] {
  const now = new Date().toISOString();
  const zones = new Set([...first, ...Intl.supportedValuesOf('timeZone'), 'UTC']);
  return [...zones].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
    get note() {
      return offsetOf(zone, now);
    },
  }));
}
