import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  declarationOf,
  type NotificationType,
  ownEmailTypes,
  type TypePreference,
  typePreferences,
} from '#contract/features/notifications/notification-types.ts';
import { preferenceDefaults } from '#contract/features/notifications/preferences.ts';
import { nowMs, setClockOffset, withFrozenTime } from '#server/platform/clock.ts';
import { emailsTo } from '#testing/emails.ts';
import { newEvent } from '#testing/events.ts';
import { subscribeBrowser } from '#testing/fakes/push-browsers.ts';
import { startPushService } from '#testing/fakes/push-service.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sampleNotification, spaceTypes } from '#testing/samples/sample-notification.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { listEmailRecipients } from '../email/email.queries.ts';
import { notify } from '../notify.ts';
import { deliverDue } from './deliver-notifications.job.ts';

const server = sharedServer({ runsJobs: false });
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await server.db.deleteFrom('notification_deliveries').execute();
  // At the full hour, what waits would be sent in two emails.
  setClockOffset(Date.parse('2027-01-10T12:00:00.000Z') - Date.now());
});
afterEach(() => setClockOffset(0));

/** The types whose targets need not exist to be sent, and those of events. */
const types = spaceTypes.filter((type) => declarationOf(type).targets[0] !== 'course');
const switches = Object.keys(typePreferences) as TypePreference[];
const perSpace = switches.filter((name) => typePreferences[name].per_space);

/** Where a type reaches its reader: in the list, on devices, in the email of the space, in one of its own. */
type Reached = Record<'list' | 'push' | 'bundle' | 'own', NotificationType[]>;

/** Notifies someone of everything that happens in spaces, and returns what reaches them, and where. */
async function reach(change: (reader: TestPerson, spaceId: string) => Promise<unknown>): Promise<Reached> {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const reader = await newMember(server, space, 'Mia');
  await setRole(server, space.id, reader.user.id, 'admin');
  const browser = await subscribeBrowser(server, service, reader);
  await change(reader, space.id);
  const sender = { space_id: space.id, actor_id: owner.user.id };
  const event = await newEvent(owner, space);
  // One action notifies a person once.
  for (const type of types) {
    const sample = sampleNotification(type, reader.user.id);
    if (sample.target.kind === 'event') sample.target.id = event.id;
    const notifications = [sample];
    await server.db.transaction().execute((tx) => notify(tx, { ...sender, notifications }));
  }
  const entries = (await reader.call('get_notifications_with_actors', {})).notifications;
  // Every frequency is due within a day.
  for (const minutes of [1, 25 * 60])
    await withFrozenTime(nowMs() + minutes * 60_000, async () => {
      while (await deliverDue(server.running.platform, { policy: service.policy }));
    });
  const typeById = new Map(entries.map(({ id, type }) => [id, type]));
  const emailed = await server.db
    .selectFrom('notification_deliveries')
    .select('entry_id')
    .where('user_id', '=', reader.user.id)
    .where('channel', '=', 'email')
    .where('bundle_id', 'is not', null)
    .execute();
  const bundles = (await emailsTo(server, reader.user.email)).filter(
    ({ template }) => template === 'notification-bundle',
  );
  expect(bundles).toHaveLength(emailed.length > 0 ? 1 : 0);
  const own: NotificationType[] = [];
  for (const type of ownEmailTypes) {
    const asked = { space_id: space.id, type, user_ids: [reader.user.id], confirmed_only: false };
    if ((await listEmailRecipients(server.db, asked)).length > 0) own.push(type);
  }
  const inOrder = (ids: (string | null | undefined)[]) =>
    types.filter((type) => ids.some((id) => typeById.get(id ?? '') === type));
  return {
    list: inOrder(entries.map(({ id }) => id)),
    push: inOrder(
      browser.received.map(
        ({ payload }) =>
          (payload as { notification: { data: { notification_id: string } } }).notification.data
            .notification_id,
      ),
    ),
    bundle: inOrder(emailed.map(({ entry_id }) => entry_id)),
    own,
  };
}

/** What is to reach someone with these preferences. */
function expected(changes: object): Reached {
  const preferences = { ...preferenceDefaults, ...changes };
  const { push_enabled, email_enabled, notifications_email_frequency } = preferences;
  const list = types.filter((type) => {
    const { preference } = declarationOf(type);
    return (push_enabled || email_enabled) && (preference === null || preferences[preference]);
  });
  const isEmailed = email_enabled && notifications_email_frequency !== 'never';
  const emailedAs = (kind: 'own' | 'bundle') =>
    isEmailed ? list.filter((type) => declarationOf(type).email === kind) : [];
  return { list, push: push_enabled ? list : [], bundle: emailedAs('bundle'), own: emailedAs('own') };
}

const changes = (names: readonly TypePreference[]): object[] => [
  {},
  ...names.map((name) => ({ [name]: !typePreferences[name].default })),
  { push_enabled: false },
  { email_enabled: false },
  { push_enabled: false, email_enabled: false },
  ...(['immediate', 'hourly', 'daily', 'never'] as const).map((notifications_email_frequency) => ({
    notifications_email_frequency,
  })),
];

describe('Each switch stops what it names, and nothing else', () => {
  it.each(changes(switches))('in general: %j', async (change) => {
    const reached = await reach((reader) => reader.call('update_notification_preferences', change));
    expect(reached).toEqual(expected(change));
  });

  it.each(changes(perSpace))('in a space: %j', async (change) => {
    const reached = await reach((reader, space_id) =>
      reader.call('update_space_notification_preferences', { space_id, ...change }),
    );
    expect(reached).toEqual(expected(change));
  });

  it('of a space counts instead of the general one, which everything else there follows', async () => {
    const reached = await reach(async (reader, space_id) => {
      await reader.call('update_notification_preferences', { likes: false, push_enabled: false });
      await reader.call('update_space_notification_preferences', {
        space_id,
        likes: true,
        push_enabled: true,
      });
      await reader.call('update_notification_preferences', { comments: false, email_enabled: false });
    });
    expect(reached).toEqual(expected({ comments: false, email_enabled: false }));
  });
});
