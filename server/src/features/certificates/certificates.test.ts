import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newCertificate } from '#testing/samples/certificates.ts';
import { newCoursesBySql, newPage, newPagesBySql } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { newCertificateCode, readCertificateCode } from './certificate-code.ts';

const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  await newNeighbors(server, owner, space);
  member = await newMember(server, space, 'Mia');
});

const getOwn = (person: TestPerson, course_id: string) =>
  person.call('get_course_certificate', { course_id });
const check = (code: string) => server.client().call('get_certificate', { code });
const pdfOf = (code: string) => server.client().fetch(`/api/certificates/${code}/pdf`);

describe('A certificate', () => {
  it('is issued once to a member who has done all pages, and can be checked by anyone with its code', async () => {
    const { course_id, code } = await newCertificate(server, owner, space, member);
    const again = await member.call('issue_certificate', { course_id });
    expect(again.certificate?.code).toBe(code);
    const { certificate } = await check(code.toUpperCase().replace(/(.{4})/g, '$1-'));
    expect(certificate).toMatchObject({
      name: member.user.full_name,
      course_title: 'A course',
      space_name: space.name,
      revoked_at: null,
    });
    expect((await getOwn(owner, course_id)).certificate).toBeNull();
    expect((await getOwn(member, course_id)).certificate?.code).toBe(code);
  });

  it('stays the same when the course gets another page afterwards', async () => {
    const { course_id, code } = await newCertificate(server, owner, space, member);
    await newPage(owner, { id: course_id });
    expect((await member.call('issue_certificate', { course_id })).certificate?.code).toBe(code);
  });

  it('needs every page of the course, and a course that gives certificates', async () => {
    const [course_id = ''] = await newCoursesBySql(server, space.id, owner.user.id);
    const issue = () => outcomeOf(member.call('issue_certificate', { course_id }));
    const turn = (is_on: boolean) => owner.call('set_course_certificates', { course_id, is_on });
    await turn(true);
    expect(await issue()).toBe('course_not_completed');
    const [first = '', second = ''] = await newPagesBySql(server, course_id, 2);
    await member.call('set_page_completion', { page_id: first, completed: true });
    expect(await issue()).toBe('course_not_completed');
    await member.call('set_page_completion', { page_id: second, completed: true });
    await turn(false);
    expect(await issue()).toBe('certificates_off');
    await turn(true);
    await turn(true);
    expect(await issue()).toBe('done');
  });

  it('keeps the names at the time it was issued, and remains when the course is gone', async () => {
    const learner = await newMember(server, space, 'Ada');
    const { course_id, code } = await newCertificate(server, owner, space, learner);
    const before = (await check(code)).certificate;
    await owner.call('update_course', { course_id, title: 'Another title' });
    await server.db
      .updateTable('users')
      .set({ full_name: 'Someone else' })
      .where('id', '=', learner.user.id)
      .execute();
    await learner.call('leave_space', { space_id: space.id });
    expect((await check(code)).certificate).toEqual(before);
    await server.db.deleteFrom('courses').where('id', '=', course_id).execute();
    expect((await check(code)).certificate).toEqual(before);
  });

  it('that editors revoke says so, has no PDF, and can be made valid again', async () => {
    const { course_id, code } = await newCertificate(server, owner, space, member);
    const set = (person: TestPerson, revoked: boolean) =>
      person.call('set_certificate_revoked', { course_id, code, revoked });
    expect(await outcomeOf(set(member, true))).toBe('not_allowed');
    const { certificate } = await set(owner, true);
    expect(certificate.revoked_at).not.toBeNull();
    expect((await set(owner, true)).certificate).toEqual(certificate);
    expect((await check(code)).certificate.revoked_at).toBe(certificate.revoked_at);
    expect((await pdfOf(code)).status).toBe(404);
    await set(owner, false);
    expect((await pdfOf(code)).status).toBe(200);
    const other = await newCertificate(server, owner, space, member);
    const wrong = owner.call('set_certificate_revoked', { course_id: other.course_id, code, revoked: true });
    expect(await outcomeOf(wrong)).toBe('certificate_not_found');
  });

  it('of a draft is kept from members, who see neither its course nor whether it gives any', async () => {
    const { course_id } = await newCertificate(server, owner, space, member, { isIssued: false });
    await owner.call('update_course', { course_id, is_published: false });
    expect(await outcomeOf(getOwn(member, course_id))).toBe('course_not_found');
    expect(await outcomeOf(member.call('issue_certificate', { course_id }))).toBe('course_not_found');
  });
});

it('Certificates of a course are listed for its editors, latest first, and only its own', async () => {
  const { course_id, page_id, code } = await newCertificate(server, owner, space, member);
  await newCertificate(server, owner, space, member);
  await owner.call('set_page_completion', { page_id, completed: true });
  await owner.call('issue_certificate', { course_id });
  const { certificates, next_cursor } = await owner.call('list_course_certificates', { course_id });
  expect(certificates.map(({ person }) => person.id)).toEqual([owner.user.id, member.user.id]);
  expect([certificates[1]?.code, next_cursor]).toEqual([code, null]);
  expect(await outcomeOf(member.call('list_course_certificates', { course_id }))).toBe('not_allowed');
});

describe('The PDF of a certificate', () => {
  it.each([['Zoë Müller'], ['Анна Ильина'], ['Ελένη Παπαδάκη'], ['נועה לוי'], ['A'.repeat(80)], ['李明 🎓']])(
    'is written for %s',
    async (name) => {
      const { code } = await newCertificate(server, owner, space, member);
      await server.db.updateTable('certificates').set({ name }).where('code', '=', code).execute();
      const response = await pdfOf(code);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      // One page.
      expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    },
  );

  it.each(['x', 'a'.repeat(16), "a'b"])('is missing for the code %s', async (code) => {
    expect((await pdfOf(encodeURIComponent(code))).status).toBe(404);
  });
});

it('Codes have 16 characters that are easy to read, however they are typed', () => {
  const code = newCertificateCode();
  expect(code).toMatch(/^[a-hj-km-np-z2-9]{16}$/);
  expect(newCertificateCode()).not.toBe(code);
  expect(readCertificateCode(` ${code.slice(0, 8)}-${code.slice(8).toUpperCase()} `)).toBe(code);
  expect(readCertificateCode(`${code}a`)).toBeNull();
  expect(readCertificateCode(`${code.slice(0, 15)}0`)).toBeNull();
});
