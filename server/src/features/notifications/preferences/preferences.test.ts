import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { declarationOf } from '#contract/features/notifications/notification-types.ts';
import { preferenceDefaults } from '#contract/features/notifications/preferences.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { muteDurations, mutedForGood } from '#contract/values/mute-durations.ts';
import { setClockOffset, withFrozenTime } from '#server/platform/clock.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sampleNotification, spaceTypes } from '#testing/samples/sample-notification.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { listRecipients } from '../broadcasts/recipients.queries.ts';
import { cleanNotificationsJob } from '../clean-notifications.job.ts';
import { listDueDigests } from '../digest/digests.queries.ts';
import { type NotificationInput, notify } from '../notify.ts';

// Without jobs: one of them notifies followers of the post, which a member who follows late would be one of.
const server = sharedServer({ runsJobs: false });
afterEach(() => setClockOffset(0));

async function newScene() {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const post = await newPost(owner, space, { title: 'Proofing in winter' });
  const member = await newMember(server, space, 'Mia');
  return { owner, space, of: { space_id: space.id }, post, member };
}
const typesOf = async (person: TestPerson) =>
  (await person.call('get_notifications_with_actors', {})).notifications.map(({ type }) => type);
const send = (space: Space, actor: TestPerson, ...notifications: NotificationInput[]) =>
  server.db
    .transaction()
    .execute((tx) => notify(tx, { space_id: space.id, actor_id: actor.user.id, notifications }));

describe('Preferences', () => {
  it('start as the documented defaults, in general and in a space', async () => {
    const { member, of } = await newScene();
    const { new_customers: _hidden, ...defaults } = preferenceDefaults;
    expect((await member.call('get_notification_preferences', {})).preferences).toEqual(defaults);
    const { messages: _general, ...ofSpaces } = defaults;
    expect(await member.call('get_effective_notification_preferences', of)).toEqual({
      preferences: ofSpaces,
      is_customized: false,
      customized_names: [],
      unsubscribed_types: [],
      mute: null,
    });
    expect(defaults).toMatchObject({
      digest_email_frequency: 'weekly',
      notifications_email_frequency: 'hourly',
      quiet_hours_enabled: false,
    });
  });

  it('of a space follow the general ones except in what was chosen there, and again after a reset', async () => {
    const { member, of } = await newScene();
    const effective = async () => await member.call('get_effective_notification_preferences', of);
    await member.call('update_notification_preferences', { likes: false, quiet_hours_start: '23:30' });
    expect(await effective()).toMatchObject({
      is_customized: false,
      preferences: { likes: false, quiet_hours_start: '23:30' },
    });
    await member.call('update_space_notification_preferences', { ...of, digest_email_frequency: 'never' });
    const changed = { likes: true, digest_email_frequency: 'daily', quiet_hours_enabled: true } as const;
    await member.call('update_notification_preferences', changed);
    expect(await effective()).toMatchObject({
      is_customized: true,
      customized_names: ['digest_email_frequency'],
      preferences: { ...changed, digest_email_frequency: 'never', quiet_hours_start: '23:30' },
    });
    const reset = await member.call('reset_space_notification_preferences', of);
    expect(reset).toEqual(await effective());
    expect(reset).toMatchObject({ is_customized: false, customized_names: [], preferences: changed });
    // Twice is the same.
    expect(await member.call('reset_space_notification_preferences', of)).toEqual(reset);
  });

  it('of a space follow the general ones again once they are equal', async () => {
    const { member, of } = await newScene();
    const update = async (changes: object) =>
      await member.call('update_space_notification_preferences', { ...of, ...changes });
    expect((await update({ likes: false, mentions: false })).customized_names).toEqual(['likes', 'mentions']);
    expect((await update({ likes: true })).customized_names).toEqual(['mentions']);
    expect(await update({ mentions: true })).toMatchObject({ is_customized: false, customized_names: [] });
    await member.call('update_notification_preferences', { likes: false });
    const { preferences } = await member.call('get_effective_notification_preferences', of);
    expect(preferences.likes).toBe(false);
  });

  it.each([
    [{ quiet_hours_start: '09:00', quiet_hours_end: '09:00' }, 'quiet_hours_end'],
    [{ quiet_hours_start: '08:00' }, 'quiet_hours_start'],
    [{ quiet_hours_end: '22:00' }, 'quiet_hours_end'],
  ])('refuse quiet hours that start and end at the same time: %j', async (times, path) => {
    const { member, of } = await newScene();
    const message = 'Choose two different times.';
    const error = {
      code: 'invalid_input',
      message: expect.stringContaining(message),
      data: { issues: [{ path, message }] },
    };
    await expect(member.call('update_notification_preferences', times)).rejects.toMatchObject(error);
    const inSpace = member.call('update_space_notification_preferences', { ...of, ...times });
    await expect(inSpace).rejects.toMatchObject(error);
  });

  it('of a space have both times of quiet hours, or neither', async () => {
    const { member, of } = await newScene();
    const changed = await member.call('update_space_notification_preferences', {
      ...of,
      quiet_hours_start: '21:00',
    });
    const times = ['quiet_hours_start', 'quiet_hours_end'];
    expect(changed.customized_names).toEqual(times);
    await member.call('update_notification_preferences', { quiet_hours_end: '21:00' });
    const { preferences } = await member.call('get_effective_notification_preferences', of);
    expect(preferences).toMatchObject({ quiet_hours_start: '21:00', quiet_hours_end: '08:00' });
    const same = { quiet_hours_start: '22:00', quiet_hours_end: '21:00' };
    const again = await member.call('update_space_notification_preferences', { ...of, ...same });
    expect(again.customized_names).toEqual([]);
  });

  it('in general also reach each email, push, digest and broadcast of a space that changed another', async () => {
    const { member, space, of, post } = await newScene();
    await member.call('update_space_notification_preferences', { ...of, likes: false });
    const at = '2027-01-11T08:00:00.000Z';
    const ids = { user: member.user.id, space: space.id };
    const read = async () => {
      const { rows } = await sql<object>`
        select email, push, frequency, quiet_until,
          wants_notification(${ids.user}::uuid, ${ids.space}::uuid, 'comments', true) as comments,
          wants_email(${ids.user}::uuid, ${ids.space}::uuid, 'comment_reply', 'mentions', true) as mentions
        from delivery_preferences(${ids.user}::uuid, ${ids.space}::uuid, ${at}::timestamptz)`.execute(
        server.db,
      );
      const page = {
        space_id: space.id,
        post_id: post.id,
        type: 'new_post',
        after: null,
        limit: 10,
      } as const;
      const recipients = await listRecipients(server.db, page);
      const scope = { after: null, until: null, confirmed_only: false };
      const digests = await withFrozenTime(Date.parse(at), () => listDueDigests(server.db, scope));
      return {
        ...rows[0],
        is_recipient: recipients.includes(ids.user),
        has_digest: digests.some(({ user_id }) => user_id === ids.user),
      };
    };
    expect(await read()).toEqual({
      email: true,
      push: true,
      frequency: 'hourly',
      quiet_until: null,
      comments: true,
      mentions: true,
      is_recipient: false,
      has_digest: true,
    });
    await member.call('update_notification_preferences', { digest_email_frequency: 'never' });
    expect(await read()).toMatchObject({ has_digest: false });
    await member.call('update_notification_preferences', {
      push_enabled: false,
      notifications_email_frequency: 'never',
      digest_email_frequency: 'weekly',
      new_posts: true,
      comments: false,
      quiet_hours_enabled: true,
      quiet_hours_start: '07:00',
      quiet_hours_end: '10:00',
    });
    expect(await read()).toEqual({
      email: false,
      push: false,
      frequency: 'never',
      quiet_until: '2027-01-11T10:00:00.000Z',
      comments: false,
      mentions: false,
      is_recipient: true,
      has_digest: false,
    });
  });

  it('that two requests change at once are both kept', async () => {
    const { member, of } = await newScene();
    const names = ['likes', 'comments', 'mentions', 'event_reminders'] as const;
    await Promise.all(
      names.map((name) => member.call('update_space_notification_preferences', { ...of, [name]: false })),
    );
    const { preferences } = await member.call('get_effective_notification_preferences', of);
    expect(names.filter((name) => preferences[name])).toEqual([]);
  });

  it('in general include new customers for people who run a space', async () => {
    const { owner, member, space } = await newScene();
    const hasCustomers = async (person: TestPerson) =>
      'new_customers' in (await person.call('get_notification_preferences', {})).preferences;
    expect([await hasCustomers(owner), await hasCustomers(member)]).toEqual([true, false]);
    await setRole(server, space.id, member.user.id, 'admin');
    expect(await hasCustomers(member)).toBe(true);
  });

  it.each([
    { quiet_hours_start: '24:00' },
    { quiet_hours_end: '8:00' },
    { quiet_hours_end: null },
    { notifications_email_frequency: 'weekly' },
    { digest_email_frequency: 'hourly' },
  ])('refuse %j', async (change) => {
    const { member } = await newScene();
    const update = member.call('update_notification_preferences', change as object);
    await expect(update).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('A muted space', () => {
  it.each(spaceTypes)('sends a notification of type %s only if it cannot be muted', async (type) => {
    const { owner, space, of, member } = await newScene();
    await member.call('update_space_notification_preferences', { ...of, new_posts: true });
    await setRole(server, space.id, member.user.id, 'admin');
    await member.call('mute_space', { ...of, duration: 'always' });
    await send(space, owner, sampleNotification(type, member.user.id));
    expect(await typesOf(member)).toEqual(declarationOf(type).preference === null ? [type] : []);
  });

  it('says until when, and notifies again from then on', async () => {
    const { owner, space, of, member } = await newScene();
    const day = 24 * 60 * 60_000;
    const lasts = { '1_hour': day / 24, '1_day': day, '1_week': 7 * day, always: null };
    for (const duration of muteDurations) {
      const before = Date.now();
      const { mute } = await member.call('mute_space', { ...of, duration });
      const shown = await member.call('get_effective_notification_preferences', of);
      expect(shown.mute).toEqual(mute);
      const length = lasts[duration];
      if (length === null) expect(mute).toEqual({ until: mutedForGood });
      else expect(Math.abs(Date.parse(mute?.until ?? '') - before - length)).toBeLessThan(5_000);
    }
    await member.call('mute_space', { ...of, duration: '1_day' });
    const mention = sampleNotification('mention', member.user.id);
    setClockOffset(day - 60_000);
    await send(space, owner, mention);
    expect(await typesOf(member)).toEqual([]);
    setClockOffset(day + 60_000);
    await send(space, owner, mention);
    expect(await typesOf(member)).toEqual(['mention']);
    expect((await member.call('get_effective_notification_preferences', of)).mute).toBeNull();
    await cleanNotificationsJob(server.db).run({});
    const left = await server.db
      .selectFrom('notification_mutes')
      .select('target_id')
      .where('user_id', '=', member.user.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('is among the muted ones of its member until it ends; a muted post mutes no space', async () => {
    const { space, of, post, member, owner } = await newScene();
    const mutedOf = async (person: TestPerson) =>
      (await person.call('list_unread_spaces', {})).muted_space_ids;
    await member.call('mute_post', { post_id: post.id, duration: 'always' });
    expect(await mutedOf(member)).toEqual([]);
    await member.call('mute_space', { ...of, duration: '1_hour' });
    expect([await mutedOf(member), await mutedOf(owner)]).toEqual([[space.id], []]);
    setClockOffset(61 * 60_000);
    expect(await mutedOf(member)).toEqual([]);
  });

  it('notifies others, and the member after unmuting', async () => {
    const { owner, space, of, member } = await newScene();
    const other = await newMember(server, space, 'Otto');
    await member.call('mute_space', { ...of, duration: 'always' });
    const mention = (person: TestPerson) => sampleNotification('mention', person.user.id);
    await send(space, owner, mention(member), mention(other));
    expect([await typesOf(member), await typesOf(other)]).toEqual([[], ['mention']]);
    await member.call('unmute_space', of);
    await member.call('unmute_space', of);
    await send(space, owner, mention(member));
    expect(await typesOf(member)).toEqual(['mention']);
  });
});

describe('A muted post', () => {
  it('notifies its author of no comments and likes, but other posts do, and so do mentions in it', async () => {
    const { owner, space, post, member } = await newScene();
    const other = await newPost(owner, space, { title: 'Another one' });
    await owner.call('update_space_notification_preferences', { space_id: space.id, space_joins: false });
    await owner.call('mark_all_notifications_as_read', {});
    const before = (await typesOf(owner)).length;
    const ofPost = { post_id: post.id };
    await owner.call('mute_post', { ...ofPost, duration: 'always' });
    expect(await owner.call('get_post_mute', ofPost)).toEqual({ mute: { until: mutedForGood } });
    await newComment(member, post.id);
    await member.call('like_post', ofPost);
    expect((await typesOf(owner)).slice(before)).toEqual([]);
    await newComment(member, other.id);
    await send(space, member, {
      type: 'mention',
      user_ids: [owner.user.id],
      target: { kind: 'post', id: post.id },
    });
    expect((await typesOf(owner)).slice(0, 2)).toEqual(['mention', 'comment_reply']);
    expect(await owner.call('unmute_post', ofPost)).toEqual({ mute: null });
    await newComment(member, post.id);
    expect(await typesOf(owner)).toHaveLength(before + 3);
  });

  it('stays muted for one person only, and no longer than their membership', async () => {
    const { space, post, member } = await newScene();
    const other = await newMember(server, space, 'Otto');
    await member.call('mute_post', { post_id: post.id, duration: '1_week' });
    expect(await other.call('get_post_mute', { post_id: post.id })).toEqual({ mute: null });
    await member.call('leave_space', { space_id: space.id });
    await member.call('public_join_space', { space_id: space.id });
    expect(await member.call('get_post_mute', { post_id: post.id })).toEqual({ mute: null });
  });
});
