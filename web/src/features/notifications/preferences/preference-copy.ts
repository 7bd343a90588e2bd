import type { digestFrequencies, emailFrequencies } from '#contract/features/notifications/choices.ts';
import type { TypePreference } from '#contract/features/notifications/notification-types.ts';
import type { PreferenceName } from '#contract/features/notifications/preferences.ts';
import { type Message, msg } from '#contract/i18n/translate.ts';

interface PreferenceCopy {
  label: Message;
  hint: Message;
  /** Chosen from two options instead of a switch. */
  isChoice?: boolean;
}

/** What the preferences are called, by name. */
export const typeCopy: Record<TypePreference, PreferenceCopy> = {
  new_posts: { label: msg('New posts'), hint: msg('When a member publishes a post') },
  comments: {
    label: msg('Comments and replies'),
    hint: msg('When someone comments on your post or replies to you'),
  },
  likes: {
    label: msg('Likes'),
    hint: msg('When someone likes your post or comment'),
    isChoice: true,
  },
  mentions: { label: msg('Mentions'), hint: msg('When someone mentions you with @') },
  messages: {
    label: msg('Messages'),
    hint: msg('When someone writes to you or adds you to a group. Chats you mute stay silent.'),
  },
  space_joins: { label: msg('New members'), hint: msg('When someone joins or asks to join') },
  new_customers: { label: msg('New customers'), hint: msg('When someone becomes a paying member') },
  admin_announcements: {
    label: msg('Admin announcements'),
    hint: msg('When an owner or admin makes an announcement'),
  },
  new_courses: {
    label: msg('New courses and pages'),
    hint: msg('When a course or a page that you can open is published'),
  },
  event_reminders: {
    label: msg('Event reminders'),
    hint: msg('The day before events you RSVP to, and when they change'),
  },
};

const channelNames: Record<Exclude<PreferenceName, TypePreference>, Message> = {
  push_enabled: msg('Push notifications'),
  email_enabled: msg('Email'),
  notifications_email_frequency: msg('Notification emails'),
  digest_email_frequency: msg('Digest'),
  quiet_hours_enabled: msg('Quiet hours'),
  quiet_hours_start: msg('Quiet hours'),
  quiet_hours_end: msg('Quiet hours'),
};

/** The name of a preference: "Likes". */
export const preferenceLabel = (name: PreferenceName): Message =>
  Object.hasOwn(typeCopy, name)
    ? typeCopy[name as TypePreference].label
    : channelNames[name as Exclude<PreferenceName, TypePreference>];

export const emailFrequencyCopy: Record<(typeof emailFrequencies)[number], Message> = {
  immediate: msg('Immediate'),
  hourly: msg('Hourly'),
  daily: msg('Daily'),
  never: msg('Never'),
};

export const digestFrequencyCopy: Record<(typeof digestFrequencies)[number], Message> = {
  daily: msg('Daily'),
  weekly: msg('Weekly'),
  monthly: msg('Monthly'),
  never: msg('Never'),
};
