import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { FetchPolicy } from '#server/platform/outgoing/fetch-limited.ts';
import { listen } from '#testing/live.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newPost, newSpaceWithMember, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { newCategory } from '#testing/samples/categories.ts';
import { sendText } from '#testing/samples/conversations.ts';
import { newUploadedImage } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { readWaitingLinks } from './fetch-link-previews.job.ts';

const server = sharedServer();
let owner: TestPerson;
let member: TestPerson;
let space: Space;
let port: number;
let requested: string[] = [];
const pages = createServer((request, response) => {
  requested.push(request.url ?? '');
  if (request.url === '/picture.png') {
    void newUploadedImage(400, 300).then((bytes) =>
      response.setHeader('content-type', 'image/png').end(bytes),
    );
    return;
  }
  if (request.url?.startsWith('/pictured')) {
    response
      .setHeader('content-type', 'text/html')
      .end('<title>Pictured</title><meta property="og:image" content="/picture.png">');
    return;
  }
  if (request.url === '/lured') {
    response
      .setHeader('content-type', 'text/html')
      .end('<title>Lured</title><meta property="og:image" content="http://10.0.0.1/picture.png">');
    return;
  }
  const title = decodeURIComponent((request.url ?? '/').slice(1));
  response.setHeader('content-type', 'text/html').end(`<title>${title}</title>`);
});
beforeAll(async () => {
  ({ owner, space, member } = await newSpaceWithMember(server));
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  port = (pages.address() as AddressInfo).port;
});
afterAll(() => {
  pages.closeAllConnections();
  pages.close();
});

const testPolicy = (): FetchPolicy => ({
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  mayConnect: (address) => address === '127.0.0.1',
  ports: [String(port)],
});
const read = () => readWaitingLinks(server.running.platform, testPolicy());
const linkTo = (path: string) => `http://page.example:${port}/${path}`;
const postWith = (...links: string[]) =>
  newPost(member, space, {
    body: `<p>Look ${links.map((link) => `<a href="${link}">here</a>`).join(' and ')}</p>`,
  });
const previewOf = async (id: string) => (await owner.call('get_post', { post_id: id })).post.link_preview;

describe('Link preview', () => {
  it('of the first link appears live once the page has been read', async () => {
    const post = await postWith(linkTo('First%20page?a=1&amp;b=2'), linkTo('Second'));
    expect(post.link_preview).toBeNull();
    const listener = await listen(server.url, owner);
    await listener.subscribe(`space:${space.id}`);
    await read();
    const { payload } = await listener.received('post.changed', (event) => event.payload.post.id === post.id);
    listener.close();
    const preview = {
      url: linkTo('First%20page?a=1&b=2'),
      title: 'First page?a=1&b=2',
      description: null,
      site_name: null,
      image: null,
    };
    expect(payload.post.link_preview).toEqual(preview);
    expect(payload.post.version).toBeGreaterThan(post.version);
    expect(await previewOf(post.id)).toEqual(preview);
    const { posts } = await member.call('list_posts', { space_id: space.id });
    expect(posts.find(({ id }) => id === post.id)?.link_preview).toEqual(preview);
  });

  it('is read once for all posts with that link, and again after a week', async () => {
    requested = [];
    const one = await postWith(linkTo('Shared'));
    await read();
    const two = await postWith(linkTo('Shared'));
    expect(two.link_preview?.title).toBe('Shared');
    await Promise.all([read(), read()]);
    expect(requested).toEqual(['/Shared']);
    await server.db
      .updateTable('link_previews')
      .set({ fetched_at: new Date(Date.now() - 8 * 24 * 3600_000).toISOString() })
      .where('url', '=', linkTo('Shared'))
      .execute();
    const three = await postWith(linkTo('Shared'));
    expect(three.link_preview?.title).toBe('Shared');
    await read();
    expect(requested).toEqual(['/Shared', '/Shared']);
    expect(await previewOf(one.id)).toMatchObject({ title: 'Shared' });
  });

  it('is empty for a forbidden address, which is not tried again', async () => {
    requested = [];
    const post = await postWith('http://127.0.0.1:5432/', 'https://page.example/');
    await readWaitingLinks(server.running.platform);
    await read();
    expect(await previewOf(post.id)).toBeNull();
    expect(requested).toEqual([]);
    const { status } = await server.db
      .selectFrom('link_previews')
      .select('status')
      .where('url', '=', 'http://127.0.0.1:5432/')
      .executeTakeFirstOrThrow();
    expect(status).toBe('none');
  });

  it('is retried after a network error', async () => {
    const broken: FetchPolicy = {
      ...testPolicy(),
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });
      },
    };
    const post = await postWith(linkTo('Later'));
    await readWaitingLinks(server.running.platform, broken);
    expect(await previewOf(post.id)).toBeNull();
    await server.db
      .updateTable('link_previews')
      .set({ claimed_until: new Date(0).toISOString() })
      .where('url', '=', linkTo('Later'))
      .execute();
    await read();
    expect(await previewOf(post.id)).toMatchObject({ title: 'Later' });
  });

  it('stores a copy of the image and serves it from this server', async () => {
    const post = await postWith(linkTo('pictured'));
    await read();
    const preview = await previewOf(post.id);
    expect(preview?.image).toMatchObject({ kind: 'image', width: 640, height: 640 });
    const url = preview?.image?.sizes[0]?.url ?? '';
    expect(url).toMatch(/^\/files\//);
    const response = await server.client().fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('is tried again while the server cannot store the image, whatever its author has stored', async () => {
    const { files } = server.running.platform;
    const post = await newPost(owner, space, {
      body: `<p><a href="${linkTo('pictured?again')}">Look</a></p>`,
    });
    const freeBytes = vi.spyOn(files, 'freeBytes').mockResolvedValue(0);
    await read();
    expect(await previewOf(post.id)).toBeNull();
    freeBytes.mockRestore();
    await server.db
      .updateTable('link_previews')
      .set({ claimed_until: new Date(0).toISOString() })
      .where('url', '=', linkTo('pictured?again'))
      .execute();
    const stored = { user_id: owner.user.id, bytes: 2 ** 40 };
    await server.db
      .insertInto('user_storage')
      .values(stored)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(stored))
      .execute();
    await read();
    expect((await previewOf(post.id))?.image).toMatchObject({ kind: 'image' });
  });

  it('omits an image at a forbidden address', async () => {
    const post = await postWith(linkTo('lured'));
    await read();
    expect(await previewOf(post.id)).toMatchObject({ title: 'Lured', image: null });
  });

  it('is not created for texts without a link, links to this site or email addresses', async () => {
    requested = [];
    const none = await newPost(member, space, { body: '<p>No link</p>' });
    const others = await postWith('/discover', 'mailto:ada@example.com');
    await read();
    expect(requested).toEqual([]);
    expect([none.link_preview, others.link_preview]).toEqual([null, null]);
  });
});

describe('The link preview of a message', () => {
  it('comes after the message, live, with a copy of the image, and can be removed by its sender', async () => {
    const { conversation } = await member.call('get_or_create_conversation', { user_id: owner.user.id });
    const link = linkTo('pictured-message');
    const message = await sendText(member, conversation.id, `Look at ${link}, please`);
    expect(message.link_preview).toBeNull();
    const listener = await listen(server.url, owner);
    await read();
    const { payload } = await listener.received(
      'message.edited',
      (event) => event.payload.message.id === message.id,
    );
    listener.close();
    expect(payload.message).toMatchObject({
      is_edited: false,
      link_preview: { url: link, title: 'Pictured' },
    });
    expect(payload.message.link_preview?.image).not.toBeNull();
    expect(payload.conversation.version).toBeGreaterThan(payload.message.version);
    const again = await sendText(owner, conversation.id, `Yes, ${link}`);
    expect(again.link_preview).toMatchObject({ title: 'Pictured' });
    const removal = { message_id: message.id };
    await expect(owner.call('remove_message_link_preview', removal)).rejects.toMatchObject({
      code: 'not_sender',
    });
    const { message: without } = await member.call('remove_message_link_preview', removal);
    expect(without.link_preview).toBeNull();
    // It stays away while the link is the same.
    const { message: edited } = await member.call('update_message', {
      ...removal,
      content: `Look at ${link}, if you like`,
    });
    expect(edited.link_preview).toBeNull();
  });

  it('is saved before its conversations are locked, so that a writer of one can queue the link', async () => {
    const { conversation } = await member.call('get_or_create_conversation', { user_id: owner.user.id });
    const link = linkTo('pictured-locked');
    await sendText(member, conversation.id, link);
    const writing = await server.db.startTransaction().execute();
    await writing
      .selectFrom('chat_conversations')
      .select('id')
      .where('id', '=', conversation.id)
      .forNoKeyUpdate()
      .execute();
    const reading = read();
    const titleOf = async () =>
      (await server.db.selectFrom('link_previews').select('title').where('url', '=', link).execute())[0]
        ?.title;
    await expect.poll(titleOf).toBe('Pictured');
    await writing.commit().execute();
    await reading;
  });
});

it('A preview of a post whose category is being closed is published to that category only', async () => {
  const category_id = await newCategory(server, owner, space, 'Soon closed');
  onTestFinished(async () => {
    const category = server.db.updateTable('space_categories').set({ is_archived: true });
    await category.where('id', '=', category_id).execute();
  });
  const body = `<p><a href="${linkTo('closing')}">x</a></p>`;
  const { id } = await newPost(owner, space, { body, category_id });
  const { reading } = await server.db.transaction().execute(async (tx) => {
    await sql`select from space_categories where id = ${category_id}::uuid for update`.execute(tx);
    const waiting = read();
    await Promise.race([waiting, untilWaiting(server.db, '%from space_categories k%for key share%')]);
    await sql`insert into access_rules (space_id, category_id, match, rules, updated_at)
      values (${space.id}::uuid, ${category_id}::uuid, 'all', '[{"kind": "grant"}]', now())`.execute(tx);
    return { reading: waiting };
  });
  await reading;
  const shown = async (channel: string) =>
    (await publishedEvents(server, channel, 'post.changed')).filter(({ post }) => post.id === id).length;
  expect([await shown(`space:${space.id}`), await shown(`category:${category_id}`)]).toEqual([0, 1]);
});
