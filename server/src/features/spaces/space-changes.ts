import type { SpaceChanges } from '#contract/spaces.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireRichText } from '#server/platform/text/require-rich-text.ts';
import type { SpaceColumns } from './spaces.queries.ts';

const lowestPrice = 1;
const highestPrice = 999;
/** Columns that a save takes as they come. */
const plainFields = [
  'name',
  'is_private',
  'primary_color',
  'topic',
  'feature_classroom_enabled',
  'feature_calendar_enabled',
  'feature_map_enabled',
  'feature_7_day_trial_enabled',
] as const;
const textFields = ['description', 'short_description', 'support_email'] as const;

/** A price as it may be kept: a number above 0 in whole cents; null for anything else. */
function usablePrice(value: number | string | null): number | null {
  const price = typeof value === 'string' ? (value.trim() === '' ? Number.NaN : Number(value)) : value;
  return price !== null && Number.isFinite(price) && price > 0 ? Math.round(price * 100) / 100 : null;
}

function requirePriceInRange(price: number): number {
  const message =
    price < lowestPrice
      ? 'Price must be at least 1'
      : price > highestPrice
        ? 'Price must be less than 999'
        : null;
  if (message) {
    throw new AppError('invalid_input', { issues: [{ path: 'price_per_month', message }] }, { message });
  }
  return price;
}

function pricingOf(before: SpaceColumns, input: SpaceChanges): Partial<SpaceColumns> {
  if (input.pricing_type === undefined && input.price_per_month === undefined) return {};
  const given = input.pricing_type === undefined ? before.pricing_type : input.pricing_type;
  const pricing_type = given === 'free' || given === 'paid' ? given : null;
  if (pricing_type !== 'paid') return { pricing_type, price_per_month: null };
  if (input.price_per_month === undefined) return { pricing_type, price_per_month: before.price_per_month };
  const price = usablePrice(input.price_per_month);
  return { pricing_type, price_per_month: price === null ? null : requirePriceInRange(price) };
}

function introOf(before: SpaceColumns, input: SpaceChanges): Partial<SpaceColumns> {
  const type = input.intro_media_type ?? before.intro_media_type;
  for (const field of ['intro_media_url', 'intro_media_thumbnail_url'] as const) {
    // What lies here came as an upload; naming another's would show what is not the space's, and outlive its removal.
    if (input[field]?.startsWith('/files/') && input[field] !== before[field]) {
      const message = 'Use an address that begins with https://';
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
 * The columns that a save changes: what was sent, made what is stored, without what is so already (document 1, section 5,
 * "Space saving rules"; readings A38 to A42). Pictures are not among them.
 * @throws AppError `invalid_input` for a price out of range
 */
export function changedColumns(before: SpaceColumns, input: SpaceChanges): Partial<SpaceColumns> {
  const wanted: Partial<SpaceColumns> = { ...pricingOf(before, input), ...introOf(before, input) };
  for (const field of plainFields) Object.assign(wanted, { [field]: input[field] });
  for (const field of textFields) {
    if (input[field] !== undefined) wanted[field] = input[field] || null;
  }
  if (input.about_description !== undefined) {
    wanted.about_description =
      requireRichText(input.about_description ?? '', 'about', before.about_description).html || null;
  }
  if (input.rules_list !== undefined) {
    // No rules where there were none stay null; an emptied list stays a list.
    const none = before.rules_list === null && (input.rules_list ?? []).length === 0;
    wanted.rules_list = none ? null : (input.rules_list ?? []);
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => {
      const old = before[field as keyof SpaceColumns];
      return value !== undefined && JSON.stringify(value) !== JSON.stringify(normalised(field, old));
    }),
  );
}

/** The database keeps an object's keys in an order of its own. */
function normalised(field: string, value: unknown): unknown {
  if (field !== 'rules_list' || !Array.isArray(value)) return value;
  return value.map(({ id, text }: { id: string; text: string }) => ({ id, text }));
}
