import { expect, it } from 'vitest';
import type { NotificationType } from '#contract/features/notifications/notification-types.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { listRecipients } from './recipients.queries.ts';

const server = sharedServer();

type Page = Pick<Parameters<typeof listRecipients>[1], 'post_id' | 'after' | 'limit'>;

async function newScene() {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [ann, ben] = [await newMember(server, space, 'Ann'), await newMember(server, space, 'Ben')];
  const post = await newPost(owner, space);
  const body = `<p><span data-mention="${ann.user.id}">@Ann</span></p>`;
  const mentioning = await newPost(owner, space, { body });
  await newNeighbors(server, owner, space);
  const list = (type: NotificationType, page: Partial<Page> = {}) =>
    listRecipients(server.db, {
      space_id: space.id,
      post_id: post.id,
      type,
      after: null,
      limit: 100,
      ...page,
    });
  return { owner, space, ann, ben, mentioning, list };
}
const idsOf = (...people: TestPerson[]) => people.map(({ user }) => user.id).sort();

it.each(['admin_announcement', 'membership'] as const)(
  'Recipients of a type that is on by default (%s) are all members, in pages by id',
  async (type) => {
    const { owner, ann, ben, list } = await newScene();
    const all = idsOf(owner, ann, ben);
    expect(await list(type)).toEqual(all);
    expect(await list(type, { limit: 2 })).toEqual(all.slice(0, 2));
    expect(await list(type, { after: all[1] ?? '' })).toEqual(all.slice(2));
  },
);

it('Recipients of a type that is off by default are those who turned it on, for the space before all', async () => {
  const { owner, space, ann, ben, list } = await newScene();
  expect(await list('new_post')).toEqual([]);
  const forSpace = (person: TestPerson, new_posts: boolean) =>
    person.call('update_space_notification_preferences', { space_id: space.id, new_posts });
  await forSpace(ann, true);
  for (const person of [owner, ben]) {
    const row = { user_id: person.user.id, new_posts: true, updated_at: new Date().toISOString() };
    await server.db.insertInto('notification_preferences').values(row).execute();
  }
  await forSpace(ben, false);
  expect(await list('new_post')).toEqual(idsOf(owner, ann));
});

it('Recipients are without those who are mentioned in the post', async () => {
  const { owner, ann, ben, mentioning, list } = await newScene();
  expect(await list('admin_announcement', { post_id: mentioning.id })).toEqual(idsOf(owner, ben));
  expect(await list('admin_announcement')).toEqual(idsOf(owner, ann, ben));
});
