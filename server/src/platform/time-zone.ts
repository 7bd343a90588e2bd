import { AppError } from './errors.ts';

const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/**
 * Returns a time zone by its IANA name, in the usual spelling. Offsets such as +01:00 aren't accepted, since they
 * have no clock changes.
 * @throws AppError `unknown_time_zone`
 */
export function requireTimeZone(name: string): string {
  try {
    if (!zoneName.test(name)) throw new AppError('unknown_time_zone');
    // Nothing is formatted, so the locale doesn't matter.
    const canonical = new Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions().timeZone;
    // An older or newer name of a zone stays as entered.
    return canonical.toLowerCase() === name.toLowerCase() ? canonical : name;
  } catch (error) {
    throw new AppError('unknown_time_zone', { time_zone: name }, { cause: error });
  }
}
