import type { SpaceChanges } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireRichText } from '#server/platform/text/require-rich-text.ts';
import type { SpaceColumns } from './spaces.queries.ts';

const lowestPrice = 1;
const highestPrice = 999;
/**
 * How each field of a save is stored: `plain` as sent, `text` with null for an empty text; the others by a function of
 * their own, images by `imageColumns`, and `fixed` ones not at all. A field without an entry doesn't compile.
 */
const storage = {
  name: 'plain',
  subdomain: 'fixed',
  is_private: 'plain',
  primary_color: 'plain',
  topic: 'plain',
  feature_classroom_enabled: 'plain',
  feature_calendar_enabled: 'plain',
  feature_map_enabled: 'plain',
  feature_7_day_trial_enabled: 'plain',
  description: 'text',
  short_description: 'text',
  support_email: 'text',
  about_description: 'html',
  rules_list: 'rules',
  pricing_type: 'pricing',
  price_per_month: 'pricing',
  intro_media_type: 'intro',
  intro_media_url: 'intro',
  intro_media_thumbnail_url: 'intro',
  intro_upload_id: 'image',
  intro_video_upload_id: 'image',
  icon_upload_id: 'image',
  cover_upload_id: 'image',
} as const satisfies Record<keyof SpaceChanges, string>;
type Storage = typeof storage;
type FieldStoredAs<S> = { [F in keyof Storage]: Storage[F] extends S ? F : never }[keyof Storage];

function fieldsStoredAs<S extends Storage[keyof Storage]>(stored: S): FieldStoredAs<S>[] {
  return (Object.keys(storage) as (keyof Storage)[]).filter(
    (field): field is FieldStoredAs<S> => storage[field] === stored,
  );
}

/** Returns a price as stored: a number above 0, rounded to cents; null for anything else. */
function parsePrice(value: number | string | null): number | null {
  const price = typeof value === 'string' ? (value.trim() === '' ? Number.NaN : Number(value)) : value;
  return price !== null && Number.isFinite(price) && price > 0 ? Math.round(price * 100) / 100 : null;
}

function requirePriceInRange(price: number): number {
  const message =
    price < lowestPrice
      ? t('Price must be at least {min, number}', { min: lowestPrice })
      : price > highestPrice
        ? t('Price must be less than {max, number}', { max: highestPrice })
        : null;
  if (message) {
    throw new AppError('invalid_input', { issues: [{ path: 'price_per_month', message }] }, { message });
  }
  return price;
}

function pricingChanges(before: SpaceColumns, input: SpaceChanges): Partial<SpaceColumns> {
  if (input.pricing_type === undefined && input.price_per_month === undefined) return {};
  const requested = input.pricing_type === undefined ? before.pricing_type : input.pricing_type;
  const pricing_type = requested === 'free' || requested === 'paid' ? requested : null;
  if (pricing_type !== 'paid') return { pricing_type, price_per_month: null };
  if (input.price_per_month === undefined) return { pricing_type, price_per_month: before.price_per_month };
  const price = parsePrice(input.price_per_month);
  return { pricing_type, price_per_month: price === null ? null : requirePriceInRange(price) };
}

function introChanges(before: SpaceColumns, input: SpaceChanges): Partial<SpaceColumns> {
  const type = input.intro_media_type ?? before.intro_media_type;
  for (const field of ['intro_media_url', 'intro_media_thumbnail_url'] as const) {
    // Files of this server are set by upload id. Setting the URL of another space's file would expose it and keep
    // using it after its removal.
    if (input[field]?.startsWith('/files/') && input[field] !== before[field]) {
      const message = t('Use a link that starts with https://');
      throw new AppError('invalid_input', { issues: [{ path: field, message }] }, { message });
    }
  }
  if (type === 'none') {
    return { intro_media_type: type, intro_media_url: null, intro_media_thumbnail_url: null };
  }
  return {
    intro_media_type: type,
    intro_media_url: input.intro_media_url,
    intro_media_thumbnail_url: input.intro_media_thumbnail_url,
  };
}

/**
 * Returns the columns that a save changes: the input as stored, without unchanged values. Images aren't included.
 * @throws AppError `invalid_input` for a price out of range or a `/files/` URL of another upload
 */
export function changedColumns(before: SpaceColumns, input: SpaceChanges): Partial<SpaceColumns> {
  const changes: Partial<SpaceColumns> = { ...pricingChanges(before, input), ...introChanges(before, input) };
  for (const field of fieldsStoredAs('plain')) Object.assign(changes, { [field]: input[field] });
  for (const field of fieldsStoredAs('text')) {
    if (input[field] !== undefined) changes[field] = input[field] || null;
  }
  if (input.about_description !== undefined) {
    changes.about_description =
      requireRichText(input.about_description ?? '', 'about', before.about_description).html || null;
  }
  if (input.rules_list !== undefined) {
    // If there were no rules, an empty list stays null; otherwise an emptied list stays a list.
    const none = before.rules_list === null && (input.rules_list ?? []).length === 0;
    changes.rules_list = none ? null : (input.rules_list ?? []);
  }
  return Object.fromEntries(
    Object.entries(changes).filter(([field, value]) => {
      const old = before[field as keyof SpaceColumns];
      return value !== undefined && JSON.stringify(value) !== JSON.stringify(normalize(field, old));
    }),
  );
}

/** Orders the keys of rules, since the database stores JSON keys in its own order. */
function normalize(field: string, value: unknown): unknown {
  if (field !== 'rules_list' || !Array.isArray(value)) return value;
  return value.map(({ id, text }: { id: string; text: string }) => ({ id, text }));
}
