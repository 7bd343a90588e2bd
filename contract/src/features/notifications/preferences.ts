import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { defineEndpoint, id } from '../../schema/endpoint.ts';
import { digestFrequencies, emailFrequencies } from './choices.ts';
import { mute } from './mutes.ts';
import { notificationTypeNames, type TypePreference, typePreferences } from './notification-types.ts';

export const notificationType = z.enum(notificationTypeNames);
/** The switches that a type of notification can have: see `typePreferences`. */
const switches = Object.fromEntries(
  Object.keys(typePreferences).map((name) => [name, z.boolean()]),
) as Record<TypePreference, z.ZodBoolean>;

/** A time of day: `22:00`. */
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => t('Enter a time such as 22:00.') });

export const notificationPreferences = z.object({
  push_enabled: z.boolean(),
  email_enabled: z.boolean(),
  ...switches,
  notifications_email_frequency: z.enum(emailFrequencies),
  digest_email_frequency: z.enum(digestFrequencies),
  /** Emails and push notifications wait until quiet hours end. They are in the time zone of the viewer's account. */
  quiet_hours_enabled: z.boolean(),
  quiet_hours_start: timeOfDay,
  /** Before the start means the next day. It can't be the same as the start. */
  quiet_hours_end: timeOfDay,
});
export type NotificationPreferences = z.output<typeof notificationPreferences>;
export type PreferenceName = keyof NotificationPreferences;

/** What applies to people who never changed anything. */
export const preferenceDefaults: NotificationPreferences = {
  push_enabled: true,
  email_enabled: true,
  ...(Object.fromEntries(
    Object.entries(typePreferences).map(([name, { default: isDefault }]) => [name, isDefault]),
  ) as Record<TypePreference, boolean>),
  notifications_email_frequency: 'hourly',
  digest_email_frequency: 'weekly',
  quiet_hours_enabled: false,
  quiet_hours_start: '22:00',
  quiet_hours_end: '08:00',
};

type ModeratorPreference = {
  [P in TypePreference]: (typeof typePreferences)[P]['moderators_only'] extends true ? P : never;
}[TypePreference];
const moderatorPreferences = Object.fromEntries(
  Object.entries(typePreferences).flatMap(([name, { moderators_only }]) =>
    moderators_only ? [[name, true]] : [],
  ),
) as Record<ModeratorPreference, true>;

type GeneralPreference = {
  [P in TypePreference]: (typeof typePreferences)[P]['per_space'] extends false ? P : never;
}[TypePreference];
const generalOnly = Object.fromEntries(
  Object.entries(typePreferences).flatMap(([name, { per_space }]) => (per_space ? [] : [[name, true]])),
) as Record<GeneralPreference, true>;

/** The preferences of which spaces can have their own. */
const ofSpaces = notificationPreferences.omit(generalOnly);
export type SpacePreferenceValues = z.output<typeof ofSpaces>;
export const spacePreferenceNames = Object.keys(ofSpaces.shape) as (keyof SpacePreferenceValues)[];

/** The preferences that a viewer sees: without those for moderators if the viewer is none, and in a space its own only. */
export const shownPreferences = notificationPreferences.partial({ ...moderatorPreferences, ...generalOnly });
export type ShownPreferences = z.output<typeof shownPreferences>;

const spacePreferences = z.object({
  preferences: shownPreferences,
  /** Whether the viewer has chosen any of them for this space. */
  is_customized: z.boolean(),
  /** Those that the viewer has chosen for this space. In all others, their general ones apply, which may change. */
  customized_names: z.array(z.enum(spacePreferenceNames)),
  /** Types that the viewer has unsubscribed from with the link in an email from this space. */
  unsubscribed_types: z.array(notificationType),
  /** Whether the viewer has muted the space. */
  mute: mute.nullable(),
});
export type SpacePreferences = z.output<typeof spacePreferences>;

const generalPreferences = z.object({
  preferences: shownPreferences,
  /** Whether the viewer has unsubscribed from emails about messages with the link in one of them. */
  is_unsubscribed_from_messages: z.boolean(),
});
export type GeneralPreferences = z.output<typeof generalPreferences>;
const changes = notificationPreferences.partial();
const spaceChanges = ofSpaces.partial();
export type PreferenceChanges = z.output<typeof changes>;
export type SpacePreferenceChanges = z.output<typeof spaceChanges>;

const ofSpace = z.object({ space_id: id });

export const preferenceEndpoints = {
  get_notification_preferences: defineEndpoint({
    method: 'GET',
    path: '/api/me/notification-preferences',
    summary:
      "Get the viewer's general notification preferences, which apply to conversations, and to spaces in what the viewer hasn't chosen for them.",
    access: 'signed-in',
    output: generalPreferences,
    rateLimit: 'none',
  }),
  update_notification_preferences: defineEndpoint({
    method: 'PATCH',
    path: '/api/me/notification-preferences',
    summary:
      "Change the viewer's general notification preferences. Missing fields stay unchanged, and so does what the viewer has chosen for single spaces. Turning messages or emails on also undoes an unsubscribe link for emails about messages. Quiet hours can't start and end at the same time.",
    access: 'signed-in',
    body: changes,
    output: generalPreferences,
    rateLimit: 'write',
  }),
  get_effective_notification_preferences: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/notification-preferences',
    summary:
      "Get the viewer's notification preferences in a space: each is the one for the space, otherwise the general one, otherwise the default.",
    access: 'space-member',
    params: ofSpace,
    output: spacePreferences,
    rateLimit: 'none',
  }),
  update_space_notification_preferences: defineEndpoint({
    method: 'PATCH',
    path: '/api/spaces/:space_id/notification-preferences',
    summary:
      "Change the viewer's notification preferences in a space. Missing fields stay unchanged, and a value that equals the general preference follows it from then on. Turning a type on also undoes an unsubscribe link for its emails. Quiet hours can't start and end at the same time. Only the owner and admins have `new_customers`.",
    access: 'space-member',
    params: ofSpace,
    body: spaceChanges,
    output: spacePreferences,
    errors: ['not_allowed'],
    rateLimit: 'write',
  }),
  reset_space_notification_preferences: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/notification-preferences',
    summary: "Delete the viewer's preferences for a space, so that their general ones apply again.",
    access: 'space-member',
    params: ofSpace,
    output: spacePreferences,
    rateLimit: 'write',
  }),
};
