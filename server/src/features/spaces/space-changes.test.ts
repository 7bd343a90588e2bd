import { describe, expect, it } from 'vitest';
import type { SpaceChanges } from '#contract/features/spaces/spaces.ts';
import { changedColumns } from './space-changes.ts';
import type { SpaceColumns } from './spaces.queries.ts';

const stored = {
  id: 'space',
  name: 'Film club',
  subdomain: 'film-club',
  is_private: false,
  primary_color: '#112233',
  topic: 'music',
  description: 'Films',
  short_description: null,
  support_email: 'help@example.com',
  about_description: '<p>About films.</p>',
  feature_classroom_enabled: false,
  feature_calendar_enabled: true,
  feature_map_enabled: true,
  feature_7_day_trial_enabled: false,
  pricing_type: 'paid',
  price_per_month: 20,
  intro_media_type: 'image',
  intro_media_url: '/files/a/960.webp',
  intro_media_thumbnail_url: '/files/b/960.webp',
  rules_list: [{ text: 'Be kind', id: 'one' }],
} as unknown as SpaceColumns;

const changes = (input: SpaceChanges, before: Partial<SpaceColumns> = {}) =>
  changedColumns({ ...stored, ...before }, input);

describe('The columns that a save changes', () => {
  it.each<[keyof SpaceChanges, unknown]>([
    ['name', 'Other'],
    ['is_private', true],
    ['primary_color', '#445566'],
    ['topic', null],
    ['description', 'New'],
    ['short_description', 'Short'],
    ['support_email', 'other@example.com'],
    ['about_description', '<p>Other.</p>'],
    ['feature_classroom_enabled', true],
    ['feature_calendar_enabled', false],
    ['feature_map_enabled', false],
    ['feature_7_day_trial_enabled', true],
    ['price_per_month', 30],
    ['intro_media_url', 'https://video.example/one'],
    ['intro_media_thumbnail_url', 'https://video.example/one.jpg'],
    ['rules_list', [{ id: 'one', text: 'Be kinder' }]],
  ])('are %s alone, if only it is sent and differs', (field, value) => {
    expect(changes({ [field]: value })).toEqual({ [field]: value });
    expect(changes({ [field]: value }, { [field]: value })).toEqual({});
  });

  it('don’t depend on the order in which the database stores the keys of a rule', () => {
    expect(changes({ rules_list: [{ id: 'one', text: 'Be kind' }] })).toEqual({});
  });

  it('are never the address', () => {
    expect(changes({ subdomain: 'elsewhere' })).toEqual({});
  });

  it.each(['description', 'short_description', 'support_email', 'about_description'] as const)(
    'are null for an emptied %s',
    (field) => {
      expect(changes({ [field]: '' }, { [field]: '<p>Before</p>' })).toEqual({ [field]: null });
      expect(changes({ [field]: null }, { [field]: '<p>Before</p>' })).toEqual({ [field]: null });
      expect(changes({ [field]: '' }, { [field]: null })).toEqual({});
    },
  );

  it('keep an emptied list of rules as a list, unless there were none', () => {
    expect(changes({ rules_list: [] })).toEqual({ rules_list: [] });
    expect(changes({ rules_list: null })).toEqual({ rules_list: [] });
    expect(changes({ rules_list: [] }, { rules_list: null })).toEqual({});
    expect(changes({ rules_list: null }, { rules_list: null })).toEqual({});
    const first = [{ id: 'two', text: 'Write' }];
    expect(changes({ rules_list: first }, { rules_list: null })).toEqual({ rules_list: first });
  });
});

describe('The price', () => {
  const free = { pricing_type: 'free', price_per_month: null };

  it.each([
    [0.99, 'Price must be at least 1'],
    ['0.001', 'Price must be at least 1'],
    [999.01, 'Price must be less than 999'],
  ])('of %s is out of range', (price_per_month, message) => {
    const expected = { code: 'invalid_input', message: expect.stringContaining(message) };
    expect(() => changes({ price_per_month })).toThrow(expect.objectContaining(expected));
    expect(() => changes({ price_per_month })).toThrow(
      expect.objectContaining({
        data: { issues: [{ path: 'price_per_month', message: expect.stringContaining(message) }] },
      }),
    );
  });

  it.each([
    [1, 1],
    [999, 999],
    ['12.346', 12.35],
    [' 7 ', 7],
    ['  ', null],
    ['a lot', null],
    [0, null],
    [-1, null],
    [null, null],
    [Number.POSITIVE_INFINITY, null],
  ])('%j is stored as %j', (price_per_month, price) => {
    expect(changes({ price_per_month })).toEqual({ price_per_month: price });
  });

  it('is kept if only the type is sent, and gone once the space is free', () => {
    expect(changes({ pricing_type: 'paid' })).toEqual({});
    expect(changes({ pricing_type: 'free' })).toEqual({ pricing_type: 'free', price_per_month: null });
    expect(changes({ pricing_type: null })).toEqual({ pricing_type: null, price_per_month: null });
    expect(changes({ pricing_type: 'gold', price_per_month: 5 })).toEqual({
      pricing_type: null,
      price_per_month: null,
    });
  });

  it('of a free space is set only together with the type', () => {
    expect(changes({ price_per_month: 5 }, free)).toEqual({});
    expect(changes({ pricing_type: 'paid', price_per_month: 5 }, free)).toEqual({
      pricing_type: 'paid',
      price_per_month: 5,
    });
    expect(changes({ name: 'Other' }, { ...free, pricing_type: 'gold' })).toEqual({ name: 'Other' });
  });
});

describe('Intro media', () => {
  it.each(['intro_media_url', 'intro_media_thumbnail_url'] as const)(
    'can’t be set to a file of this server by its URL: %s',
    (field) => {
      const refused = { code: 'invalid_input', message: 'Use a link that starts with https://' };
      expect(() => changes({ [field]: '/files/c/960.webp' })).toThrow(expect.objectContaining(refused));
      expect(() => changes({ [field]: '/files/c/960.webp' })).toThrow(
        expect.objectContaining({ data: { issues: [{ path: field, message: refused.message }] } }),
      );
      expect(changes({ [field]: stored[field] as string })).toEqual({});
      expect(changes({ [field]: null })).toEqual({ [field]: null });
      expect(changes({ [field]: 'https://video.example/files/c' })).toEqual({
        [field]: 'https://video.example/files/c',
      });
    },
  );

  it('are gone with their type, whatever else is sent', () => {
    const none = { intro_media_url: null, intro_media_thumbnail_url: null };
    expect(changes({ intro_media_type: 'none', intro_media_url: 'https://video.example/one' })).toEqual({
      intro_media_type: 'none',
      ...none,
    });
    const before = { intro_media_type: 'none', ...none };
    expect(changes({ intro_media_url: 'https://video.example/one' }, before)).toEqual({});
    expect(
      changes({ intro_media_type: 'video', intro_media_url: 'https://video.example/one' }, before),
    ).toEqual({ intro_media_type: 'video', intro_media_url: 'https://video.example/one' });
  });
});
