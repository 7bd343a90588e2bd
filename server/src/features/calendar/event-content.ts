import { AppError } from '#server/platform/errors.ts';
import { requireRichText } from '#server/platform/text/require-rich-text.ts';

/** What an event says, beside when it is. A series keeps one for all its events. */
export interface EventContent {
  title: string;
  description: string;
  cover_upload_id: string | null;
  location_type: 'link' | 'in_person' | 'none';
  url: string | null;
  address: string | null;
  host_ids: string[];
  capacity: number | null;
}
export type ContentField = keyof EventContent;

export const contentFields = [
  'title',
  'description',
  'cover_upload_id',
  'location_type',
  'url',
  'address',
  'host_ids',
  'capacity',
] as const satisfies ContentField[];

/**
 * Content as it may be stored: the description sanitised and without pictures, a link or an address only where the location has one.
 * A description that is the same as `before` stays, however long it is.
 * @throws AppError `event_description_too_long`, `event_link_needed`, `event_address_needed`
 */
export function requireContent(content: EventContent, before?: EventContent): EventContent {
  // Pictures belong to the cover: one in the text would be no upload in use, and swept after a day.
  const description = requireRichText(content.description, 'event', before?.description).html;
  const { location_type: type } = content;
  if (type === 'link' && content.url === null) throw new AppError('event_link_needed');
  if (type === 'in_person' && content.address === null) throw new AppError('event_address_needed');
  return {
    ...contentOf(content),
    description,
    url: type === 'link' ? content.url : null,
    address: type === 'in_person' ? content.address : null,
    host_ids: [...new Set(content.host_ids)],
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields in which two contents differ. */
export function changedContent(before: EventContent, after: EventContent): ContentField[] {
  return contentFields.filter((field) => !isSame(before[field], after[field]));
}

/** A content with some fields taken from another. */
export function withFields(
  content: EventContent,
  from: EventContent,
  fields: readonly ContentField[],
): EventContent {
  return { ...content, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}

/** The content of a row that has more. */
export function contentOf(row: EventContent): EventContent {
  return {
    title: row.title,
    description: row.description,
    cover_upload_id: row.cover_upload_id,
    location_type: row.location_type,
    url: row.url,
    address: row.address,
    host_ids: row.host_ids,
    capacity: row.capacity,
  };
}
