import '#web-testing/indexed-db.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Outbox } from './outbox.ts';
import type { OutboxTable } from './stored-item.ts';

interface Content {
  text: string;
}

const userId = 'u1';
const noop = () => {};

/** A page that ends for good after some steps: what it waits for never comes. */
class Page {
  steps = 0;
  readonly #killedAt: number;

  constructor(killedAt = Number.POSITIVE_INFINITY) {
    this.#killedAt = killedAt;
  }

  get isDead(): boolean {
    return this.steps > this.#killedAt;
  }

  /** A moment in which the page can be killed. */
  step = async (): Promise<void> => {
    this.steps += 1;
    if (this.isDead) await new Promise<never>(noop);
  };
}

/** The server: creates one message per client ID, in the order of their arrival. */
class Server {
  readonly created: string[] = [];
  readonly #known = new Set<string>();

  receive(clientId: string): void {
    if (this.#known.has(clientId)) return;
    this.#known.add(clientId);
    this.created.push(clientId);
  }
}

/** Opens a page of the browser: with modules of its own, and the database of the browser. */
async function open(
  page: Page,
  server: Server,
  list: string,
): Promise<{ outbox: Outbox<Content>; table: OutboxTable }> {
  vi.resetModules();
  vi.doMock('./outbox-table.ts', async (load) => {
    const { outboxTable } = await load<typeof import('./outbox-table.ts')>();
    const table = await outboxTable();
    const stepping = Object.fromEntries(
      Object.entries(table).map(([name, run]) => [
        name,
        async (...args: unknown[]) => {
          await page.step();
          const result = await (run as (...input: unknown[]) => Promise<unknown>)(...args);
          await page.step();
          return result;
        },
      ]),
    );
    return { outboxTable: async () => stepping };
  });
  const { Outbox: PageOutbox } = await import('./outbox.ts');
  const { outboxTable } = await vi.importActual<typeof import('./outbox-table.ts')>('./outbox-table.ts');
  const outbox = new PageOutbox<Content>({
    userId,
    list,
    failure: 'Failed to send message',
    retry: { delays: [1_000, 2_000], later: null },
    send: async ({ client_id }) => {
      await page.step();
      server.receive(client_id);
      await page.step();
    },
  });
  return { outbox, table: await outboxTable() };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
async function until(check: () => boolean): Promise<void> {
  for (let round = 0; round < 2_000 && !check(); round += 1) await turn();
  expect(check()).toBe(true);
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.doUnmock('./outbox-table.ts');
  vi.resetModules();
});

it('A page that is killed at any moment of sending loses nothing, and sends nothing twice', async () => {
  let runs = 0;
  for (const count of [1, 2, 3, 5, 9]) {
    for (let killedAt = 0, isWhole = false; !isWhole; killedAt += 1) {
      runs += 1;
      const ids = Array.from({ length: count }, (_, index) => `${count}-${killedAt}-${index}`);
      const server = new Server();
      const page = new Page(killedAt);
      // Pages of earlier runs stay open, with lists of their own.
      const list = `message:${count}-${killedAt}`;
      const first = await open(page, server, list);
      const stored: string[] = [];
      const typing = (async () => {
        for (const client_id of ids) {
          await first.outbox.add({ client_id, text: client_id });
          stored.push(client_id);
        }
      })();
      void typing;
      await until(() => page.isDead || server.created.length === count);
      // What is on its way when the page ends still arrives.
      for (let round = 0; round < 5; round += 1) await turn();
      isWhole = !page.isDead;

      const next = await open(new Page(), server, list);
      await next.outbox.ready;
      await until(() => next.outbox.read().length === 0);
      // Everything that the page had stored was created once, in the order in which it was typed.
      expect(server.created.slice(0, stored.length)).toEqual(stored);
      expect(ids.slice(0, server.created.length)).toEqual(server.created);
      expect(await next.table.listAll(userId)).toEqual([]);
    }
  }
  expect(runs).toBeGreaterThanOrEqual(200);
}, 60_000);
