import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { renderEmail } from '#server/platform/email/render-email.ts';
import { emailsTo } from '#testing/emails.ts';
import { listen } from '#testing/live.ts';
import { newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { ownServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { operatorReportEmail } from '../operator-emails/operator-report.email.ts';

const operator = 'operator@hearth.example';
const server = ownServer('the operator gets emails', { ROLE: 'web,live', SUPPORT_EMAIL: operator });
let owner: TestPerson;
let reader: TestPerson;
let space: Space;

const newOf = async (role: 'admin' | 'member') => {
  const person = await newPersonBySql(server);
  await setRole(server, space.id, person.user.id, role);
  return person;
};

afterEach(() => setClockOffset(0));
beforeEach(async () => {
  owner = await newPerson(server, 'Olive');
  space = await newSpace(owner);
  reader = await newOf('member');
});

const casesOf = async (person: TestPerson, status: 'open' | 'resolved' = 'open') =>
  (await person.call('list_cases', { space_id: space.id, status })).cases;
const countOf = async (person: TestPerson) => await person.call('get_open_cases', { space_id: space.id });
const reportMember = (by: TestPerson, person: TestPerson) =>
  by.call('report_member', { space_id: space.id, user_id: person.user.id, reason: 'harassment' });

describe('Report about a moderator', () => {
  it('is in the queue of every other moderator and invisible to the moderator reported', async () => {
    const admin = await newOf('admin');
    const listener = await listen(server.url, owner);
    await listener.subscribe(`user:${owner.user.id}`);
    const before = await countOf(owner);
    expect(await reportMember(reader, owner)).toEqual({ already: false, reviewed_by: 'moderators' });
    const post = await newPost(owner, space);
    await reader.call('report_post', { post_id: post.id, reason: 'spam' });
    expect(await casesOf(owner)).toEqual([]);
    expect({ ...(await countOf(owner)), live_cursor: 0 }).toEqual({ ...before, live_cursor: 0 });
    expect(await casesOf(admin)).toHaveLength(2);
    expect((await countOf(admin)).open_count).toBe(2);
    // Later reports reach the owner, with a count that excludes their own.
    await reportMember(reader, admin);
    const { payload } = await listener.received('space.report_count_changed');
    expect(payload).toMatchObject({ open_count: 1, version: before.version + 1 });
    expect(listener.events.filter(({ type }) => type === 'space.report_count_changed')).toHaveLength(1);
    expect((await casesOf(owner)).map(({ author }) => author.id)).toEqual([admin.user.id]);
    listener.close();
  });

  it('cannot be decided by them, nor resolved by removing their own posts', async () => {
    const admin = await newOf('admin');
    const post = await newPost(owner, space);
    await reader.call('report_post', { post_id: post.id, reason: 'spam' });
    const [found] = await casesOf(admin);
    const decision = { space_id: space.id, case_id: found?.id ?? '', outcome: 'dismissed' as const };
    await expect(owner.call('resolve_case', decision)).rejects.toMatchObject({ code: 'case_not_found' });
    await expect(reader.call('resolve_case', decision)).rejects.toMatchObject({ code: 'not_allowed' });
    await owner.call('remove_post', { post_id: post.id, reason: 'Mine.' });
    expect(await casesOf(admin)).toMatchObject([{ id: found?.id, outcome: null }]);
    await admin.call('resolve_case', { ...decision, outcome: 'removed', reason: 'Spam.' });
    expect(await casesOf(admin, 'resolved')).toHaveLength(1);
    expect(await casesOf(owner, 'resolved')).toEqual([]);
  });
});

describe('The reporter of a moderator', () => {
  const reporters = async (person: TestPerson, status: 'open' | 'resolved' = 'open') =>
    (await casesOf(person, status)).flatMap(({ reports }) => reports.map(({ reporter }) => reporter?.id));

  it('is hidden from moderators appointed before and after the report', async () => {
    const before = await newOf('admin');
    await reportMember(reader, owner);
    await reader.call('report_post', { post_id: (await newPost(owner, space)).id, reason: 'spam' });
    const after = await newOf('member');
    await owner.call('set_member_role', { space_id: space.id, user_id: after.user.id, role: 'admin' });
    for (const moderator of [before, after]) {
      expect(await reporters(moderator)).toEqual([undefined, undefined]);
      const response = await moderator.fetch(`/api/spaces/${space.id}/reports`);
      expect(await response.text()).not.toContain(reader.user.id);
    }
    const [found] = await casesOf(after);
    const decision = { space_id: space.id, case_id: found?.id ?? '', outcome: 'dismissed' as const };
    await after.call('resolve_case', decision);
    expect(await reporters(after, 'resolved')).toEqual([undefined]);
  });

  it('stays hidden when the person reported is no longer a moderator', async () => {
    const admin = await newOf('admin');
    await reportMember(reader, admin);
    await owner.call('set_member_role', { space_id: space.id, user_id: admin.user.id, role: 'member' });
    expect(await reporters(owner)).toEqual([undefined]);
    // A report made after that shows its reporter.
    const other = await newOf('member');
    await reportMember(other, admin);
    expect(await reporters(owner)).toEqual([other.user.id, undefined]);
  });

  it('is hidden once the person reported becomes a moderator', async () => {
    const member = await newOf('member');
    await reportMember(reader, member);
    expect(await reporters(owner)).toEqual([reader.user.id]);
    await owner.call('set_member_role', { space_id: space.id, user_id: member.user.id, role: 'admin' });
    expect(await reporters(owner)).toEqual([undefined]);
  });
});

describe('Report about the only moderator', () => {
  it('is emailed to the operator once an hour and stays open for a new moderator', async () => {
    expect(await reportMember(reader, owner)).toEqual({ already: false, reviewed_by: 'operator' });
    expect(await reportMember(reader, owner)).toEqual({ already: true, reviewed_by: 'operator' });
    const other = await newOf('member');
    await reportMember(other, owner);
    const post = await newPost(owner, space);
    await reader.call('report_post', { post_id: post.id, reason: 'other', note: 'See <b>this</b>' });
    const emails = async () =>
      (await emailsTo(server, operator)).filter(({ values }) => values.space_name === space.name);
    const [email, ...more] = await emails();
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      template: 'operator-report',
      values: {
        author_name: 'Olive Tester',
        reported: 'Olive Tester',
        reporter_name: reader.user.full_name,
        reason: 'Harassment',
        reported_url: expect.stringMatching(new RegExp(`/${space.subdomain}/about$`)),
      },
    });
    const { subject, text } = await renderEmail(operatorReportEmail, email?.values ?? {}, 'Hearth');
    expect(subject).toBe(`A report in ${space.name} for you to review`);
    expect(text).not.toContain('unsubscribe');

    // An hour later the next email is sent, with its details.
    const second = await newPost(owner, space);
    setClockOffset(61 * 60_000);
    const later = await newPerson(server);
    await setRole(server, space.id, later.user.id, 'member');
    await later.call('report_post', { post_id: second.id, reason: 'other', note: 'See <b>this</b>' });
    expect((await emails())[1]?.values).toMatchObject({
      reason: 'Something else',
      note: 'See <b>this</b>',
      reported: 'a post by Olive Tester',
      reported_url: expect.stringContaining(second.id),
      unsent: expect.stringContaining('2 more reports'),
    });
    setClockOffset(0);
    const admin = await newOf('admin');
    expect(await casesOf(owner)).toEqual([]);
    expect(await casesOf(admin)).toHaveLength(3);
  });

  it('about anyone else goes only to the owner', async () => {
    const member = await newOf('member');
    expect(await reportMember(reader, member)).toEqual({ already: false, reviewed_by: 'moderators' });
    const emails = await emailsTo(server, operator);
    expect(emails.filter(({ values }) => values.space_name === space.name)).toEqual([]);
    expect(await casesOf(owner)).toHaveLength(1);
  });
});
