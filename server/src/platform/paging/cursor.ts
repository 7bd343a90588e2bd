import { AppError } from '../errors.ts';

/** The end of a keyset page: the value of the sort column as text, and the id that breaks ties. */
export interface Keyset {
  at: string;
  id: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Encodes a cursor for the API. `kind` identifies the sort order, so that a cursor can't be used with another one. */
export function encodeCursor(kind: string, keyset: Keyset): string {
  return Buffer.from(`${kind}|${keyset.at}|${keyset.id}`).toString('base64url');
}

/**
 * Decodes a cursor of `encodeCursor` with the same kind. Returns null if there is none.
 * @throws AppError `invalid_cursor`
 */
export function decodeCursor(
  kind: string,
  cursor: string | undefined,
  isValue: (value: string) => boolean,
): Keyset | null {
  if (cursor === undefined) return null;
  const [givenKind, at, id, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('|');
  if (
    givenKind !== kind ||
    at === undefined ||
    id === undefined ||
    rest.length > 0 ||
    !uuid.test(id) ||
    !isValue(at)
  ) {
    throw new AppError('invalid_cursor');
  }
  return { at, id };
}

/** Whether a value is a timestamp in the format of the API that exists in the database: no February 31, no year 0. */
export const isTimestamp = (value: string) => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) || value.startsWith('0000')) return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
};
export const isInteger = (value: string) => /^\d{1,9}$/.test(value);
export const isUuid = (value: string) => uuid.test(value);

/** Splits rows that were fetched with `limit + 1` into the page and the next cursor, which is null at the end. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}
