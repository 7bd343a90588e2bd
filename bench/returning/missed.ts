import { demoAccounts } from '#seed/accounts.ts';

/** A signed-in person of a demo. Throws for responses that are errors. */
export interface Caller {
  cookies: string[];
  call<T>(method: string, path: string, body?: object): Promise<T>;
}

/** Returns a person of the server at `url`: signs up or in at `path`. */
async function enter(url: string, path: string, account: object): Promise<Caller> {
  const cookies: string[] = [];
  const call = async <T>(method: string, to: string, body: object = {}): Promise<T> => {
    const response = await fetch(url + to, {
      method,
      headers: { 'content-type': 'application/json', cookie: cookies.join('; ') },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${to}: ${response.status} ${await response.text()}`);
    cookies.push(...response.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''));
    return (await response.json()) as T;
  };
  await call('POST', path, account);
  return { cookies, call };
}

/** What someone sees who comes back, and where. */
export interface MissedScene {
  viewer: Caller;
  /** The address of the conversation, and of the feed. */
  conversationUrl: string;
  feedUrl: string;
  /** The post of the viewer, which others like and comment. */
  postId: string;
  /** Lets others write what the viewer misses: posts, comments, likes and messages. Returns the last texts. */
  write(): Promise<Missed>;
}

export interface Missed {
  lastComment: string;
  lastMessage: string;
  posts: number;
  likes: number;
  comments: number;
}

const posts = 3;
const comments = 8;
const messages = 20;

interface Space {
  id: string;
  subdomain: string;
}

/** Creates five people around the owner of the demo community, with a conversation and a post. */
export async function createMissedScene(url: string): Promise<MissedScene> {
  const run = Date.now().toString(36);
  const [owner] = demoAccounts;
  const viewer = await enter(url, '/api/auth/sign-in', { email: owner?.email, password: owner?.password });
  const { user } = await viewer.call<{ user: { id: string } }>('GET', '/api/auth/session');
  const { spaces } = await viewer.call<{ spaces: Space[] }>('GET', '/api/spaces?search=Analog');
  const [space] = spaces;
  if (!space) throw new Error('The demo has no community');
  const { posts: earlier } = await viewer.call<{ posts: { category_id: string | null }[] }>(
    'GET',
    `/api/spaces/${space.id}/posts`,
  );
  const category_id = earlier.find((one) => one.category_id !== null)?.category_id;
  const others = await Promise.all(
    ['Ada', 'Bo', 'Cleo', 'Dan', 'Eva'].map(async (first_name) => {
      const email = `${first_name}-${run}@example.com`.toLowerCase();
      const account = { first_name, last_name: 'Return', email, password: 'a long password' };
      const other = await enter(url, '/api/auth/sign-up', account);
      await other.call('POST', `/api/spaces/${space.id}/join`);
      return other;
    }),
  );
  const [ada] = others as [Caller];
  const post = (author: Caller, title: string) =>
    author.call<{ post: { id: string } }>('POST', `/api/spaces/${space.id}/posts`, {
      client_id: crypto.randomUUID(),
      title,
      body: '<p>Some words about it.</p>',
      category_id,
      upload_ids: [],
    });
  const mine = await post(viewer, `What did you shoot today? ${run}`);
  const { conversation } = await ada.call<{ conversation: { id: string } }>(
    'PUT',
    `/api/chat/people/${user.id}/conversation`,
  );
  const send = (content: string) =>
    ada.call('POST', `/api/chat/conversations/${conversation.id}/messages`, {
      client_id: crypto.randomUUID(),
      content,
    });
  for (let n = 0; n < messages; n += 1) await send(`Earlier message ${n}`);
  // The conversation opens at its end.
  await viewer.call('PUT', '/api/chat/read-all');
  let count = 0;
  return {
    viewer,
    conversationUrl: `/app/chat?ch=${conversation.id.replaceAll('-', '')}`,
    feedUrl: `/${space.subdomain}/space`,
    postId: mine.post.id,
    async write() {
      count += 1;
      const tag = `${run}-${count}`;
      for (let n = 0; n < posts; n += 1) await post(ada, `Missed post ${tag}-${n}`);
      for (let n = 0; n < comments; n += 1) {
        await others[n % others.length]?.call('POST', `/api/posts/${mine.post.id}/comments`, {
          client_id: crypto.randomUUID(),
          body: `<p>Missed comment ${tag}-${n}.</p>`,
        });
      }
      for (const other of others) await other.call('PUT', `/api/posts/${mine.post.id}/like`);
      for (let n = 0; n < messages; n += 1) await send(`Missed message ${tag}-${n}.`);
      return {
        posts,
        likes: others.length,
        comments: comments * count,
        lastComment: `Missed comment ${tag}-${comments - 1}.`,
        lastMessage: `Missed message ${tag}-${messages - 1}.`,
      };
    },
  };
}
