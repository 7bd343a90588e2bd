import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test';

/** The password of everyone. */
export const password = 'a-secret-word';

/** A signed-in person with a separate browser. */
export interface Person {
  context: BrowserContext;
  page: Page;
  id: string;
  email: string;
  /** Calls the API as this person and returns the body of the response. Fails the test if the response is an error. */
  send<T>(path: string, data?: object, method?: string): Promise<T>;
}

export interface TestSpace {
  id: string;
  subdomain: string;
}

export interface TestPost {
  id: string;
  slug: string;
}

/** A conversation, and where it's opened. */
export interface TestConversation {
  id: string;
  /** The address of its page. */
  url: string;
  /** Sends a message through the API. */
  write(author: Person, content: string): Promise<void>;
}

/** Creates people and spaces through the API. Each test has its own, so that tests can run in any order and in parallel. */
export class People {
  readonly #browser: Browser;
  readonly #address: string;
  readonly #contexts: BrowserContext[] = [];

  constructor(browser: Browser, address: string) {
    this.#browser = browser;
    this.#address = address;
  }

  async #open(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ baseURL: this.#address, ...options });
    this.#contexts.push(context);
    return context;
  }

  /** Signs up a person called `<firstName> Story`. */
  async person(firstName: string, options: BrowserContextOptions = {}): Promise<Person> {
    const context = await this.#open(options);
    const origin = options.baseURL ?? this.#address;
    const send = async <T>(path: string, data: object = {}, method = 'POST'): Promise<T> => {
      const response = await context.request.fetch(path, { method, data, headers: { origin } });
      expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
      return (await response.json()) as T;
    };
    const email = `${firstName}-${crypto.randomUUID()}@example.com`.toLowerCase();
    const account = { first_name: firstName, last_name: 'Story', email, password };
    const { user } = await send<{ user: { id: string } }>('/api/auth/sign-up', account);
    return { context, page: await context.newPage(), id: user.id, email, send };
  }

  /** Returns a page on another device of the same person. */
  async device({ email }: Person): Promise<Page> {
    const context = await this.#open({});
    const headers = { origin: this.#address };
    const response = await context.request.post('/api/auth/sign-in', { data: { email, password }, headers });
    expect(response.ok()).toBe(true);
    return await context.newPage();
  }

  /** Creates a space, public unless `fields` say otherwise. */
  async space(owner: Person, name: string, fields: object = {}): Promise<TestSpace> {
    const subdomain = `e2e-${crypto.randomUUID().slice(0, 12)}`;
    const { space } = await owner.send<{ space: TestSpace }>('/api/spaces', { name, subdomain, ...fields });
    return space;
  }

  /** Creates a public space with an owner (Olive) and a member (Milo). `write` posts as the owner. */
  async scene(name = 'Story space', options: BrowserContextOptions = {}) {
    const owner = await this.person('Olive', options);
    const member = await this.person('Milo', options);
    const space = await this.space(owner, name);
    await member.send(`/api/spaces/${space.id}/join`);
    const write = (title: string, fields: object = {}) => writePost(owner, space, title, fields);
    return { owner, member, space, write };
  }

  /** Opens the direct conversation of two people who share a space. */
  async conversation(first: Person, second: Person): Promise<TestConversation> {
    const path = `/api/chat/people/${second.id}/conversation`;
    return toConversation(await first.send<ConversationResponse>(path, {}, 'PUT'));
  }

  /** Creates a group of two people who share a space. */
  async group(owner: Person, member: Person, name: string): Promise<TestConversation> {
    const fields = { client_id: crypto.randomUUID(), name, user_ids: [member.id] };
    return toConversation(await owner.send<ConversationResponse>('/api/chat/conversations', fields));
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }
}

interface ConversationResponse {
  conversation: { id: string };
}

const toConversation = ({ conversation: { id } }: ConversationResponse): TestConversation => ({
  id,
  url: `/app/chat?ch=${id.replaceAll('-', '')}`,
  write: async (author, content) => {
    const path = `/api/chat/conversations/${id}/messages`;
    await author.send(path, { client_id: crypto.randomUUID(), content });
  },
});

export async function writePost(
  author: Person,
  space: TestSpace,
  title: string,
  fields: object = {},
): Promise<TestPost> {
  const draft = {
    client_id: crypto.randomUUID(),
    title,
    body: '<p>Some words about it.</p>',
    upload_ids: [],
  };
  const path = `/api/spaces/${space.id}/posts`;
  const { post } = await author.send<{ post: TestPost }>(path, { ...draft, ...fields });
  return post;
}

/** Opens the account menu. */
export const openMenu = (page: Page) =>
  page
    .getByRole('button', { name: /(Your account|Profile)/ })
    .filter({ visible: true })
    .click();

/** Logs out in the open account menu: a menu on wide screens, a sheet on phones. */
export const logOut = (page: Page) =>
  page
    .getByRole('menuitem', { name: 'Log Out' })
    .or(page.getByRole('button', { name: 'Log Out' }))
    .click();
