import { expect, it } from 'vitest';
import { paramsOf } from './notification-params.ts';
import {
  declarationOf,
  type NotificationType,
  notificationTypeNames,
  ownEmailTypes,
  typePreferences,
  typesWhere,
} from './notification-types.ts';

const originsOf = (type: NotificationType): ('space' | 'conversation')[] => {
  const { targets } = declarationOf(type);
  return [
    ...(targets.some((kind) => kind !== 'message') ? (['space'] as const) : []),
    ...(targets.includes('message') ? (['conversation'] as const) : []),
  ];
};

it('Notification types have the preference that people expect to turn them off', () => {
  const preferences = notificationTypeNames.map((type) => [type, declarationOf(type).preference]);
  expect(Object.fromEntries(preferences)).toMatchObject({
    post_like: 'likes',
    comment_reply: 'comments',
    mention: 'mentions',
    new_message: 'messages',
    group_added: 'messages',
    space_join: 'space_joins',
    new_post: 'new_posts',
    new_customer: 'new_customers',
    admin_announcement: 'admin_announcements',
    new_course: 'new_courses',
    new_pages: 'new_courses',
    event_reminder: 'event_reminders',
    membership: null,
    content_removed: null,
    report_reviewed: null,
  });
});

it('Only new posts and courses are off by default, and only new customers are for moderators', () => {
  const namesWhere = (condition: (preference: { default: boolean; moderators_only: boolean }) => boolean) =>
    Object.entries(typePreferences).flatMap(([name, preference]) => (condition(preference) ? [name] : []));
  expect(namesWhere((preference) => !preference.default)).toEqual(['new_posts', 'new_courses']);
  expect(namesWhere((preference) => preference.moderators_only)).toEqual(['new_customers']);
});

it('Only a decision on a join request reaches people who are not members', () => {
  expect(typesWhere(({ recipients }) => recipients === 'anyone')).toEqual(['membership']);
});

it('Only mentions and replies are shown inside their space', () => {
  expect(typesWhere((type) => type.shown_inside_space)).toEqual(['comment_reply', 'mention']);
});

it('Events and decisions on join requests have emails of their own', () => {
  expect(ownEmailTypes).toEqual(['event_reminder', 'membership']);
});

it('Types that no preference turns off are not muted either, and those not about posts reach people who muted the post', () => {
  for (const type of notificationTypeNames) {
    const { preference, muted_with } = declarationOf(type);
    if (preference === null) expect(muted_with).toEqual([]);
    else for (const where of originsOf(type)) expect(muted_with).toContain(where);
  }
  const isMutedWith = (origin: 'post' | 'space') =>
    typesWhere(({ muted_with }) => (muted_with as string[]).includes(origin));
  expect(isMutedWith('space').filter((type) => !isMutedWith('post').includes(type))).toEqual([
    'mention',
    'new_course',
    'new_pages',
  ]);
});

it('What happens in conversations can only be turned off in general, except mentions', () => {
  const general = Object.entries(typePreferences).flatMap(([name, { per_space }]) =>
    per_space ? [] : [name],
  );
  expect(general).toEqual(['messages']);
  for (const type of notificationTypeNames)
    if (!originsOf(type).includes('space')) expect(declarationOf(type).preference).toBe('messages');
});

it('Only messages are in no list: chat has a list and a badge of its own', () => {
  expect(typesWhere(({ is_listed }) => !is_listed)).toEqual(['new_message']);
});

it('Grouping refers only to params that the type has', () => {
  for (const type of notificationTypeNames) {
    const { grouping } = declarationOf(type);
    for (const part of grouping?.by ?? [])
      if (part.startsWith('params.')) expect(Object.keys(paramsOf(type).shape)).toContain(part.slice(7));
  }
});

it('A type that is not declared is refused', () => {
  for (const type of ['weather', 'toString'] as string[] as NotificationType[])
    expect(() => declarationOf(type)).toThrow(`unknown notification type ${type}`);
});
