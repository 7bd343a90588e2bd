import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { sanitizeRichText } from '#server/platform/text/rich-text.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { findHarm, hostileHtml } from '#testing/samples/hostile-html.ts';
import { sharedServer } from '#testing/server.ts';
import { removeWithoutRequest } from '#testing/space-facts.ts';
import { writeMentions } from './mention-marks.ts';

const server = sharedServer();
const mark = (id: string, label = '@Someone') => `<span data-mention="${id}">${label}</span>`;

async function newScene() {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  return {
    owner,
    space,
    author: await newMember(server, space),
    named: await newMember(server, space, 'Nadia'),
  };
}

const write = async (author: TestPerson, space: Space, body: string) =>
  (await newPost(author, space, { body })).body;
const mentionsOf = (postId: string) =>
  server.db
    .selectFrom('mentions')
    .select(['user_id', 'mentioned_by'])
    .where('target_id', '=', postId)
    .execute();

describe('Mention in a post', () => {
  it('becomes a link with the stored name, whatever text was sent', async () => {
    const { space, author, named } = await newScene();
    const body = await write(author, space, `<p>Ask ${mark(named.user.id, '@<b>The owner</b>')}!</p>`);
    expect(body).toBe(
      `<p>Ask <a data-mention="${named.user.id}" href="/profile/${named.user.profile_url}">@Nadia Tester</a>!</p>`,
    );
  });

  it('is kept when the text is edited, and recorded once', async () => {
    const { space, author, named } = await newScene();
    const post = await newPost(author, space, {
      body: `<p>${mark(named.user.id)} and ${mark(named.user.id)}</p>`,
    });
    const { post: edited } = await author.call('update_post', {
      post_id: post.id,
      revision: 1,
      title: post.title,
      body: `${post.body}<p>More ${mark(author.user.id)}.</p>`,
      upload_ids: [],
    });
    expect(edited.body.match(/data-mention="/g)).toHaveLength(3);
    // Mentioning yourself is never recorded.
    expect(await mentionsOf(post.id)).toEqual([{ user_id: named.user.id, mentioned_by: author.user.id }]);
  });

  it('of non-members, removed or banned members and unknown ids stays plain text', async () => {
    const { owner, space, author, named } = await newScene();
    const stranger = await newPerson(server);
    await removeWithoutRequest(server, owner, space.id, named.user.id);
    const banned = await newMember(server, space);
    await owner.call('ban_member', { space_id: space.id, user_id: banned.user.id });
    const ids = [stranger.user.id, named.user.id, banned.user.id, newId(), 'no-id'];
    const body = await write(author, space, `<p>${ids.map((id) => mark(id, '@X')).join(' ')}</p>`);
    expect(body).toBe('<p>@X @X @X @X @X</p>');
  });

  it.each([
    ['nested marks', (id: string) => `<p>${mark(id, mark(id, 'in'))}</p>`],
    ['an unclosed mark', (id: string) => `<p><span data-mention="${id}">open`],
    [
      'handlers on a mark',
      (id: string) => `<p><span data-mention="${id}" onclick="pwned()" style="x">@N</span></p>`,
    ],
    ['a link as a mark', (id: string) => `<p><a data-mention="${id}" href="javascript:pwned()">@N</a></p>`],
    ['markup after the id', (id: string) => `<p><span data-mention='${id}" onclick="pwned()'>@N</span></p>`],
  ])('is safe with %s', async (_name, html) => {
    const { space, author, named } = await newScene();
    const body = await write(author, space, html(named.user.id));
    expect(findHarm(body)).toEqual([]);
    expect(body).not.toContain('<span');
  });

  it.each(hostileHtml.slice(0, 30))('contains nothing that runs: %j', async (html) => {
    const { space, author, named } = await newScene();
    expect(findHarm(await write(author, space, `<p>Before ${mark(named.user.id, html)}</p>`))).toEqual([]);
  });

  it('escapes names', () => {
    const id = newId();
    const people = new Map([
      [id, { id, full_name: '<img src=x onerror=pwned()>', profile_url: '"><script>' }],
    ]);
    expect(findHarm(writeMentions(mark(id), people))).toEqual([]);
    const named = new Map([[id, { id, full_name: '"A" & <B>', profile_url: 'a/b' }]]);
    expect(writeMentions(mark(id), named)).toBe(
      `<a data-mention="${id}" href="/profile/a%2Fb">@&quot;A&quot; &amp; &lt;B&gt;</a>`,
    );
  });

  it('is possible for fifty people in one text; further marks stay plain text', async () => {
    const { space, author } = await newScene();
    const people = await newPeopleBySql(server, 51);
    const joined_at = new Date().toISOString();
    const rows = people.map(({ user }) => ({ id: newId(), space_id: space.id, user_id: user.id, joined_at }));
    await server.db
      .insertInto('space_members')
      .values(rows.map((row) => ({ ...row, role: 'member' })))
      .execute();
    const body = people.map(({ user }) => mark(user.id, '@X')).join(' ');
    const post = await newPost(author, space, { body: `<p>${body}</p>` });
    expect(post.body.match(/<a data-mention/g)).toHaveLength(50);
    expect(post.body).toMatch(/<\/a> @X<\/p>$/);
    expect(await mentionsOf(post.id)).toHaveLength(50);
  });

  it('never leaves a mark in the text', () => {
    const piece = fc.constantFrom(
      '<span>',
      '</span>',
      mark(newId()),
      `<span data-mention="${newId()}">`,
      'text',
      '<p>',
      '</p>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const clean = sanitizeRichText(pieces.join(''), { mentions: true });
        expect(sanitizeRichText(clean, { mentions: true })).toBe(clean);
        expect(writeMentions(clean, new Map())).not.toContain('span');
      }),
    );
  });
});

describe('Mention in a comment', () => {
  it('becomes a link and notifies once, even when the comment is edited', async () => {
    const { owner, space, author, named } = await newScene();
    const post = await newPost(owner, space);
    const comment = await newComment(author, post.id, `<p>See ${mark(named.user.id)}</p>`);
    expect(comment.body).toContain(`<a data-mention="${named.user.id}"`);
    const { comment: edited } = await author.call('update_comment', {
      comment_id: comment.id,
      body: `${comment.body}<p>and ${mark(owner.user.id)}</p>`,
    });
    expect(edited.body.match(/data-mention="/g)).toHaveLength(2);
    for (const person of [named, owner]) {
      const { notifications } = await person.call('get_notifications_with_actors', {});
      expect(notifications.filter(({ type }) => type === 'mention')).toMatchObject([
        { target_type: 'comment', target_id: comment.id, post_id: post.id },
      ]);
    }
  });
});

describe('Mention notification', () => {
  it('is sent once per post however often it is edited, never to the author or former members', async () => {
    const { owner, space, author, named } = await newScene();
    const left = await newMember(server, space);
    await removeWithoutRequest(server, owner, space.id, left.user.id);
    const marks = [named, author, left].map(({ user }) => mark(user.id)).join(' ');
    const post = await newPost(author, space, { body: `<p>${marks}</p>` });
    await author.call('update_post', {
      post_id: post.id,
      revision: 1,
      title: 'Another title',
      body: post.body,
      upload_ids: [],
    });
    const mentionsFor = async (person: TestPerson) =>
      (await person.call('get_notifications_with_actors', {})).notifications.filter(
        ({ type }) => type === 'mention',
      );
    expect(await mentionsFor(named)).toMatchObject([{ target_type: 'post', target_id: post.id }]);
    expect(await mentionsFor(author)).toEqual([]);
    expect(await mentionsFor(left)).toEqual([]);
  });

  it('is sent to someone whom only an edit of the post mentions', async () => {
    const { space, author, named } = await newScene();
    const post = await newPost(author, space);
    const body = `<p>Ask ${mark(named.user.id)}.</p>`;
    await author.call('update_post', {
      post_id: post.id,
      revision: 1,
      title: post.title,
      body,
      upload_ids: [],
    });
    const { notifications } = await named.call('get_notifications_with_actors', {});
    expect(notifications.filter(({ type }) => type === 'mention')).toMatchObject([
      {
        target_id: post.id,
        content_preview: 'Ask @Nadia Tester.',
        actor: { first_name: author.user.first_name },
      },
    ]);
  });
});

describe('Search for members to mention', () => {
  it('covers all members by name and username, prefix matches first, at most ten', async () => {
    const { owner, space, author, named } = await newScene();
    for (let number = 0; number < 12; number += 1) await newMember(server, space, `Otto${number}`);
    const find = async (search: string) =>
      (await author.call('search_mentionable_members', { space_id: space.id, search })).people;
    expect((await find('nad')).map(({ id }) => id)).toEqual([named.user.id]);
    expect((await find(named.user.username)).map(({ id }) => id)).toContain(named.user.id);
    expect(await find('otto')).toHaveLength(10);
    expect(await find('100%_')).toEqual([]);
    expect((await find('tester')).length).toBe(10);
    expect((await find('')).map(({ id }) => id)).not.toContain(author.user.id);
    await removeWithoutRequest(server, owner, space.id, named.user.id);
    expect(await find('nad')).toEqual([]);
  });

  it('lists names that begin with the text first, then those with such a word, then the rest', async () => {
    const { owner, space, author } = await newScene();
    for (const name of ['Aamal', 'Bo Al', 'Alma']) await newMember(server, space, name);
    const find = async (person: TestPerson, search: string) =>
      (await person.call('search_mentionable_members', { space_id: space.id, search })).people.map(
        ({ full_name }) => full_name.replace(' Tester', ''),
      );
    expect(await find(author, 'al')).toEqual(['Alma', 'Bo Al', 'Aamal']);
    expect(await find(owner, 'AL')).toEqual(['Alma', 'Bo Al', 'Aamal']);
  });

  it('takes the characters that mean something in a pattern as they are', async () => {
    const { space, author } = await newScene();
    for (const name of ['Per%cent', 'Under_score', 'Back\\slash']) await newMember(server, space, name);
    const find = async (search: string) =>
      (await author.call('search_mentionable_members', { space_id: space.id, search })).people.map(
        ({ full_name }) => full_name.replace(' Tester', ''),
      );
    expect(await find('%')).toEqual(['Per%cent']);
    expect(await find('r%c')).toEqual(['Per%cent']);
    expect(await find('r_s')).toEqual(['Under_score']);
    expect(await find('k\\s')).toEqual(['Back\\slash']);
  });

  it('finds neither people of other spaces nor former or banned members, and nor are they mentioned', async () => {
    const { owner, space, author, named } = await newScene();
    const { other, former, banned, category_id } = await newNeighbors(server, owner, space);
    const outside = [other.admin, other.member, former, banned];
    const find = async (search: string) =>
      (await author.call('search_mentionable_members', { space_id: space.id, search })).people;
    expect((await find('tester')).map(({ id }) => id).sort()).toEqual(
      [owner, named].map(({ user }) => user.id).sort(),
    );
    for (const { user } of outside) expect(await find(user.username)).toEqual([]);
    const post = await newPost(author, space, {
      category_id,
      body: `<p>${outside.map(({ user }) => mark(user.id, '@X')).join(' ')}</p>`,
    });
    expect(post.body).toBe('<p>@X @X @X @X</p>');
    expect(await mentionsOf(post.id)).toEqual([]);
  });
});
