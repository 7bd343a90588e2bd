import { AppError } from '#server/platform/errors.ts';
import {
  changedFields,
  type FieldComparisons,
  hasEqualItems,
  isEqual,
} from '#server/platform/fields/changed-fields.ts';
import { requireRichText } from '#server/platform/text/require-rich-text.ts';

/** The content of an event, everything but its times. A series has one content for all its events. */
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

const comparisons: FieldComparisons<EventContent> = {
  title: isEqual,
  description: isEqual,
  cover_upload_id: isEqual,
  location_type: isEqual,
  url: isEqual,
  address: isEqual,
  host_ids: hasEqualItems,
  capacity: isEqual,
};
/**
 * Validates content and returns it as stored: the description sanitized and without images, a link or an address only
 * if the location has one. A description equal to `before` is kept regardless of its length.
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

/** Returns the fields in which two contents differ. */
export function changedContent(before: EventContent, after: EventContent): ContentField[] {
  return changedFields(comparisons, before, after);
}

/** Returns content with some fields taken from another. */
export function withFields(
  content: EventContent,
  from: EventContent,
  fields: readonly ContentField[],
): EventContent {
  return { ...content, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}

/** Returns the content of a row with further columns. */
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
