import { z } from 'zod';
import { msg, t } from '../../i18n/translate.ts';
import { cursor, defineEndpoint, id, liveCursor, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { person } from '../../users.ts';
import { containsLink } from '../../values/display-names.ts';
import { maxAboutText } from '../../values/limits.ts';
import { type SpaceTopic, spaceTopics } from '../../values/topics.ts';
import { welcomeState } from '../members/welcome.ts';
import { categoryAccessOperations } from './category-access.ts';
import { setupEndpoints, setupState } from './setup.ts';

/** What the viewer can do in a space. The server computes it; screens only read it. */
export const permissions = z.object({
  isOwner: z.boolean(),
  isAdmin: z.boolean(),
  canEditSpace: z.boolean(),
  canManageMembers: z.boolean(),
  canCreateContent: z.boolean(),
  canAccessSettings: z.boolean(),
});
export type Permissions = z.output<typeof permissions>;

export const category = z.object({
  id,
  name: z.string(),
  icon: z.string(),
  /** Whether it has access rules. `list_category_locks` says for whom it is locked. */
  is_limited: z.boolean(),
});
export type Category = z.output<typeof category>;

const rule = z.object({
  id: z.string().max(64),
  text: limitCharacters(z.string().trim(), {
    min: [1, () => t("A rule can't be empty")],
    max: [500, () => t('A rule must be at most 500 characters')],
  }),
});

export const spaceTopic = z.enum(Object.keys(spaceTopics) as [SpaceTopic, ...SpaceTopic[]]);

/** A space as lists and switchers show it. */
export const spaceSummary = z.object({
  id,
  name: z.string(),
  subdomain: z.string(),
  short_description: z.string().nullable(),
  description: z.string().nullable(),
  icon_image: z.string().nullable(),
  cover_image: z.string().nullable(),
  primary_color: z.string(),
  is_private: z.boolean(),
  pricing_type: z.enum(['free', 'paid']),
  price_per_month: z.number().nullable(),
  topic: spaceTopic.nullable(),
  member_count: z.number().int(),
  /** Null if the viewer can't read the space. */
  owner_id: id.nullable(),
});
export type SpaceSummary = z.output<typeof spaceSummary>;

/** A space with everything its pages need, and what the viewer may do in it. */
export const space = spaceSummary.extend({
  about_description: z.string().nullable(),
  course_count: z.number().int(),
  feature_classroom_enabled: z.boolean(),
  feature_calendar_enabled: z.boolean(),
  feature_map_enabled: z.boolean(),
  feature_7_day_trial_enabled: z.boolean(),
  rules_list: z.array(rule).nullable(),
  categories: z.array(category),
  support_email: z.string().nullable(),
  intro_media_type: z.enum(['none', 'image', 'video']),
  intro_media_url: z.string().nullable(),
  intro_media_thumbnail_url: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  owner: person.nullable(),
  /** The owner and then the admins; empty for viewers who can't see the members of the space. */
  staff: z.array(z.object({ role: z.enum(['owner', 'admin']), user: person })),
  /** Whether the viewer can read the space: posts, comments, members. */
  can_read: z.boolean(),
  membership: z.object({ role: z.enum(['owner', 'admin', 'member']), joined_at: timestamp }).nullable(),
  /** Whether the viewer has an open join request. */
  join_requested: z.boolean(),
  /** Whether the viewer is banned: they can't join or request to join. */
  viewer_is_banned: z.boolean(),
  /** The setup guide, for viewers who can edit the space. */
  setup: setupState.nullable(),
  /** The welcome for new members: null for everyone else, and once it was dismissed. */
  welcome: welcomeState.nullable(),
  permissions,
});
export type Space = z.output<typeof space>;

export const subdomainField = z
  .string()
  .trim()
  .min(3, { error: () => t('Address must be at least 3 characters') })
  .max(63, { error: () => t('Address must be at most 63 characters') })
  .regex(/^[a-z0-9-]+$/, { error: () => t('Address can use lowercase letters, digits and hyphens only') })
  .regex(/^[a-z0-9].*[a-z0-9]$/, { error: () => t('Address must start and end with a letter or digit') });

/** Scripts with letters that look like those of another script. A word that mixes them imitates another word. */
const lookalikes = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
/** More combining marks than any language puts on one letter; they would overlap the lines around the name. */
const excessiveMarks = /\p{M}{5}/u;
const mixesScripts = (name: string) =>
  name.split(/[^\p{L}\p{M}]+/u).some((word) => lookalikes.filter((script) => script.test(word)).length > 1);

/** The name of a space. Letters and digits can be of any script. */
export const spaceNameField = limitCharacters(z.string().trim(), {
  min: [3, () => t('Name must be at least 3 characters')],
  max: [30, () => t('Name must be less than 30 characters')],
})
  .regex(/^[\p{L}\p{M}\p{N} \-.,!?'"()]+$/u, { error: () => t('Name contains invalid characters') })
  .refine((name) => /[\p{L}\p{N}]/u.test(name), { error: () => t('Name contains invalid characters') })
  .refine((name) => !excessiveMarks.test(name) && !mixesScripts(name), {
    error: () => t('Name contains invalid characters'),
  })
  .refine((name) => !containsLink(name), { error: () => t("Name can't contain a link") });

/** Price in dollars a month. */
export const priceField = z
  .number()
  .min(1, { error: () => t('Price must be at least {min, number}', { min: 1 }) })
  .max(999, { error: () => t('Price must be less than {max, number}', { max: 999 }) });

export const createSpaceBody = z.object({
  name: spaceNameField,
  subdomain: subdomainField,
  description: limitCharacters(z.string().trim(), {
    max: [150, () => t('Description must be at most 150 characters')],
  }).optional(),
  is_private: z.boolean().default(false),
  /** Set for a paid space; null for a free one. */
  price_per_month: priceField.nullable().default(null),
  primary_color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: () => t('Color must look like #26A69A') })
    .default('#26A69A'),
  topic: spaceTopic.nullable().default(null),
});

const optionalText = (length: number, message: () => string) =>
  limitCharacters(z.string().trim(), { max: [length, message] }).nullable();
/** An https URL, or the path of an upload on this server. */
const mediaAddress = z
  .string()
  .max(2000)
  .regex(/^(https?:\/\/|\/files\/)\S+$/, { error: () => t('Use a link that starts with https://') })
  .nullable();

/**
 * The fields that a save can change. Only fields that are sent and differ are written. Empty text is stored as null.
 * The address of a space can't be changed.
 */
export const updateSpaceBody = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, { error: () => t('Space name cannot be empty.') })
      .pipe(spaceNameField),
    subdomain: z
      .string()
      .trim()
      .min(1, { error: () => t('Subdomain cannot be empty.') }),
    description: optionalText(150, () => t('Description must be at most 150 characters')),
    short_description: optionalText(200, () => t('Short description must be at most 200 characters')),
    /** HTML of the editor, sanitized before it is stored. */
    about_description: optionalText(200_000, () =>
      t('About description must be at most {max, number} characters', { max: maxAboutText }),
    ),
    support_email: z
      .union([z.literal(''), z.email({ error: () => t('Invalid email address') }).max(254)], {
        error: () => t('Invalid email address'),
      })
      .nullable(),
    is_private: z.boolean(),
    primary_color: z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: () => t('Color must look like #26A69A') }),
    topic: spaceTopic.nullable(),
    /** Anything but `free` and `paid` is stored as null, which means free. */
    pricing_type: z.string().max(50).nullable(),
    /** A number, or a string with one; stored only for paid spaces. */
    price_per_month: z.union([z.number(), z.string().max(50)]).nullable(),
    feature_classroom_enabled: z.boolean(),
    feature_calendar_enabled: z.boolean(),
    feature_map_enabled: z.boolean(),
    feature_7_day_trial_enabled: z.boolean(),
    rules_list: z
      .array(rule)
      .max(100, { error: () => t('At most 100 rules') })
      .nullable(),
    /** An upload by the viewer for this space; null removes the image. */
    icon_upload_id: id.nullable(),
    cover_upload_id: id.nullable(),
    intro_media_type: z.enum(['none', 'image', 'video']),
    /** Sets this image as the intro media. */
    intro_upload_id: id,
    /** Sets this video, uploaded for this space, as the intro media. */
    intro_video_upload_id: id,
    intro_media_url: mediaAddress,
    intro_media_thumbnail_url: mediaAddress,
  })
  .partial();
export type SpaceChanges = z.output<typeof updateSpaceBody>;

export const spaceLiveEvents = {
  /** Settings were saved. `access_changed`: who can read the space, or its courses, may have changed. */
  'space.changed': z.object({ space: spaceSummary, access_changed: z.boolean() }),
  /** Who can open categories has changed: refetch the feed and the locks. Also on channels of users. */
  'categories.changed': z.object({ space_id: id }),
};

export const spaceEndpoints = {
  ...setupEndpoints,
  ...categoryAccessOperations,
  create_space: defineEndpoint({
    method: 'POST',
    path: '/api/spaces',
    summary: 'Create a space. The viewer becomes its owner.',
    access: 'signed-in',
    body: createSpaceBody,
    output: z.object({ space }),
    errors: ['subdomain_taken', 'subdomain_reserved', 'space_limit_reached'],
    rateLimit: 'write',
  }),
  check_subdomain: defineEndpoint({
    method: 'GET',
    path: '/api/subdomains/:name',
    summary: 'Check whether an address is available, with the reason if not.',
    access: 'signed-in',
    params: z.object({ name: z.string().max(80) }),
    output: z.object({ available: z.boolean(), reason: z.string().nullable() }),
    rateLimit: 'none',
  }),
  get_space: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/by-subdomain/:subdomain',
    summary: 'Get a space. Private spaces show outsiders their about page only: no members, no posts.',
    access: 'space-visitor',
    params: z.object({ subdomain: z.string().max(80) }),
    output: z.object({ space, live_cursor: liveCursor }),
    rateLimit: 'none',
  }),
  update_space: defineEndpoint({
    method: 'PATCH',
    path: '/api/spaces/:space_id',
    summary:
      "Save settings of a space. Only fields that differ are written. Images come from the viewer's own uploads.",
    access: 'space-editor',
    notAllowedMessage: msg('No space loaded or insufficient permissions.'),
    params: z.object({ space_id: id }),
    body: updateSpaceBody,
    output: z.object({ space }),
    errors: ['no_changes', 'upload_not_found'],
    rateLimit: 'write',
  }),
  get_user_spaces_with_memberships: defineEndpoint({
    method: 'GET',
    path: '/api/me/spaces',
    summary: "List the viewer's spaces, most recently joined first.",
    access: 'signed-in',
    output: z.object({ spaces: z.array(spaceSummary) }),
    rateLimit: 'none',
  }),
  get_space_address: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/address',
    summary: 'Get the subdomain of a space by its id.',
    access: 'space-visitor',
    params: z.object({ space_id: id }),
    output: z.object({ subdomain: z.string() }),
    rateLimit: 'none',
  }),
  discover_spaces: defineEndpoint({
    method: 'GET',
    path: '/api/spaces',
    summary:
      "List public spaces and the viewer's private ones, 24 a page: by members active in the last 30 days, newest or largest first.",
    access: 'public',
    query: z.object({
      search: limitCharacters(z.string().trim(), {
        max: [100, () => t('At most 100 characters')],
      }).optional(),
      price: z.enum(['free', 'paid']).optional(),
      topic: spaceTopic.optional(),
      sort: z.enum(['recommended', 'new', 'largest']).default('recommended'),
      cursor,
    }),
    output: z.object({ spaces: z.array(spaceSummary), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
};
