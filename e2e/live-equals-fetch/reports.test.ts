import { expect, it } from 'vitest';
import { newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { openCasesQuery } from '#web/features/moderation/moderation.api.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';

const server = sharedServer();

/** The number of open cases, without the position of the channel. */
const countView = (spaceId: string): LiveView<unknown> => ({
  channels: (viewer) => [`user:${viewer.user.id}`],
  load: async (client) => (await client.fetchQuery(openCasesQuery(spaceId))).live_cursor,
  shown: (client) => {
    const counts: object | undefined = client.getQueryData(openCasesQuery(spaceId).queryKey);
    return { ...counts, live_cursor: null };
  },
});

it('The open reports of owner and admin, updated by events, equal a fresh fetch', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const admin = await newMember(server, space);
  await setRole(server, space.id, admin.user.id, 'admin');
  const [author, ...reporters] = [
    await newMember(server, space),
    await newMember(server, space),
    await newMember(server, space),
  ];
  await expectLiveEqualsFetch(server, space.id, [owner, admin], countView(space.id), async () => {
    const posts = [await newPost(author, space), await newPost(author, space), await newPost(author, space)];
    await Promise.all(
      reporters.flatMap((reporter) =>
        posts.map(({ id }) => reporter.call('report_post', { post_id: id, reason: 'spam' })),
      ),
    );
    const { cases } = await owner.call('list_cases', { space_id: space.id });
    expect(cases.map(({ report_count }) => report_count)).toEqual([2, 2, 2]);
    const [first, second] = cases;
    await Promise.all([
      owner.call('resolve_case', { space_id: space.id, case_id: first?.id ?? '', outcome: 'dismissed' }),
      admin.call('remove_post', { post_id: second?.target_id ?? '', reason: 'Spam' }),
    ]);
  });
  expect((await owner.call('get_open_cases', { space_id: space.id })).open_count).toBe(1);
});

it('The open reports of moderators equal a fresh fetch while some of them are reported themselves', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const admin = await newMember(server, space);
  await setRole(server, space.id, admin.user.id, 'admin');
  const [author, reporter, other] = [
    await newMember(server, space),
    await newMember(server, space),
    await newMember(server, space),
  ];
  const inSpace = { space_id: space.id };
  const report = (by: typeof reporter, person: typeof reporter) =>
    by.call('report_member', { ...inSpace, user_id: person.user.id, reason: 'harassment' });
  await report(reporter, admin);
  await expectLiveEqualsFetch(server, space.id, [owner, admin], countView(space.id), async () => {
    await Promise.all([
      report(reporter, owner),
      report(other, owner),
      report(other, admin),
      report(reporter, author),
    ]);
    const { cases } = await owner.call('list_cases', inSpace);
    const ofAdmin = cases.find(({ author: { id } }) => id === admin.user.id);
    await owner.call('resolve_case', { ...inSpace, case_id: ofAdmin?.id ?? '', outcome: 'dismissed' });
    await report(other, author);
  });
  const countOf = async (person: typeof owner) => (await person.call('get_open_cases', inSpace)).open_count;
  // The owner sees reports about the author; the admin sees those about the author and the owner.
  expect([await countOf(owner), await countOf(admin)]).toEqual([1, 2]);
});
