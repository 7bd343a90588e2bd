import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { sanitizeRichText } from '#server/platform/text/rich-text.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
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
});
