import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { docsPaste, findHarm, hostileHtml, wordPaste } from '#testing/samples/hostile-html.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
let owner: TestPerson;
let space: Space;
let postId: string;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  postId = (await newPost(owner, space)).id;
});

async function storedPost(title: string, body: string) {
  const { post } = await owner.call('create_post', { space_id: space.id, client_id: newId(), title, body });
  return (await owner.call('get_post', { post_id: post.id })).post;
}

async function storedComment(body: string): Promise<string> {
  const { comment } = await owner.call('create_comment', { post_id: postId, client_id: newId(), body });
  return comment.body;
}

describe('Hostile HTML in user content', () => {
  it('is detected by the check itself', () => {
    const seen = hostileHtml.filter((html) => findHarm(html).length > 0);
    expect(seen.length).toBeGreaterThan(hostileHtml.length * 0.85);
  });

  it.each(hostileHtml)('leaves nothing that runs or loads: %j', async (html) => {
    const body = `<p>Before</p>${html}`;
    const [post, comment] = await Promise.all([storedPost('A title', body), storedComment(body)]);
    expect({ post: findHarm(post.body), comment: findHarm(comment) }).toEqual({ post: [], comment: [] });
    expect(post.body).toContain('Before');
    // The excerpt is plain text; HTML in it must stay text once it is escaped.
    expect(post.excerpt).toContain('Before');
  });

  it('is kept as plain text in titles, names and descriptions', async () => {
    const title = '<script>pwned()</script> & "quotes"';
    const post = await storedPost(title, '<p>Text</p>');
    expect(post.title).toBe(title);
    expect(post.slug).toMatch(/^[\p{L}\p{N}-]+$/u);
    const client = server.client();
    const { user } = await client.call('sign_up', {
      first_name: '<b>Ada',
      last_name: '"><img src=x>',
      email: `${newId()}@example.com`,
      password: 'secret-1',
    });
    expect(user?.full_name).toBe('<b>Ada "><img src=x>');
    expect(user?.username).toMatch(/^[\p{L}\p{N}-]+$/u);
    await expect(
      owner.call('create_space', { name: '<script>', subdomain: `s-${newId().slice(-12)}` }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('invalid characters'),
    });
    const { space: described } = await owner.call('create_space', {
      name: 'Plain name',
      subdomain: `s-${newId().slice(-12)}`,
      description: '<img src=x onerror=pwned()>',
    });
    expect(described.description).toBe('<img src=x onerror=pwned()>');
  });

  it('is never returned as HTML', async () => {
    for (const path of ['/api/spaces?search=<script>pwned()</script>', '/api/<script>pwned()</script>']) {
      const response = await owner.fetch(path);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('cannot show the image of someone else or add an event handler to one', async () => {
    const image = `<p>Before</p><img src="/files/${newId()}/1.webp" onerror="pwned()">`;
    await expect(storedPost('A title', image)).rejects.toMatchObject({ code: 'upload_not_found' });
    expect(findHarm(await storedComment(image))).toEqual([]);
  });

  it('is rejected as empty when nothing visible is left', async () => {
    for (const body of ['<p></p>', '<script>pwned()</script>', '<p>&nbsp;</p>', '<p> \n</p><br>']) {
      await expect(storedPost('A title', body)).rejects.toMatchObject({ code: 'post_empty' });
      await expect(storedComment(body)).rejects.toMatchObject({ code: 'comment_empty' });
    }
  });
});

describe('Pasted content', () => {
  it('from a word processor keeps headings, lists, tables and links', async () => {
    const { body, excerpt } = await storedPost('From a word processor', wordPaste);
    expect(findHarm(body)).toEqual([]);
    for (const expected of [
      '<h2>Plan</h2>',
      '<h3>Week one</h3>',
      '<strong>Bold</strong> and <em>slanted</em>',
      '<ol start="3"><li>Third</li><li>Fourth</li></ol>',
      '<ul><li>Point<ul><li>Below</li></ul></li></ul>',
      '<th colspan="2">Head</th>',
      '<td><p>Cell</p></td><td>Two</td>',
      '<a href="https://example.org/a?b=c&amp;d=e" rel="noopener noreferrer nofollow ugc" target="_blank">A link</a>',
      '<blockquote>Said</blockquote>',
      '<pre>x &lt; y</pre>',
    ]) {
      expect(body).toContain(expected);
    }
    expect(excerpt).not.toContain('Mso');
    expect(excerpt).toMatch(
      /^Plan Week one Bold and slanted Third Fourth Point Below Head Cell Two A link Said x < y$/,
    );
  });

  it('from an online document keeps headings, lists, tables and links', async () => {
    const { body } = await storedPost('From a document', docsPaste);
    expect(findHarm(body)).toEqual([]);
    for (const expected of [
      '<h2>Plan</h2>',
      '<li><p>Point</p></li>',
      '<td><p>Cell</p></td>',
      '>A link</a>',
    ]) {
      expect(body).toContain(expected);
    }
  });
});
