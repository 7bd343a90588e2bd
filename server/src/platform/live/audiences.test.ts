import { expect, it, vi } from 'vitest';
import type { Db } from '../db/database.ts';
import { createAudiences } from './audiences.ts';
import type { LiveChannelMap } from './live-channels.ts';

const db = {} as Db;
const kinds = (audience: (db: Db, id: string) => Promise<string[]>): LiveChannelMap =>
  new Map([['conversation', { canSubscribe: async () => true, audience }]]);

it('An audience is read once, also by concurrent callers', async () => {
  const read = vi.fn(async (_db: Db, id: string) => [`${id}-user`]);
  const audiences = createAudiences(db, kinds(read), async () => {});
  expect(await Promise.all([audiences.of('conversation:1'), audiences.of('conversation:1')])).toEqual([
    ['1-user'],
    ['1-user'],
  ]);
  expect(await audiences.of('conversation:2')).toEqual(['2-user']);
  expect(await audiences.of('space:1')).toEqual([]);
  expect(read).toHaveBeenCalledTimes(2);
});

it('An audience that changes while it is read is read again', async () => {
  const results = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()];
  let reads = 0;
  const audiences = createAudiences(
    db,
    kinds(() => {
      reads += 1;
      return results[reads - 1]?.promise ?? Promise.resolve([]);
    }),
    async () => {},
  );
  const old = audiences.of('conversation:1');
  audiences.forget('conversation:1');
  const next = audiences.of('conversation:1');
  results[1]?.resolve(['new']);
  results[0]?.resolve(['old']);
  expect(await next).toEqual(['new']);
  expect(await old).toEqual(['old']);
  expect(await audiences.of('conversation:1')).toEqual(['new']);
  expect(reads).toBe(2);
});

it('Only audiences with a user are forgotten with that user', async () => {
  const read = vi.fn(async (_db: Db, id: string) => (id === '1' ? ['ann', 'ben'] : ['eve']));
  const audiences = createAudiences(db, kinds(read), async () => {});
  for (const id of [1, 2]) await audiences.of(`conversation:${id}`);
  audiences.forgetUsers('conversation', ['ben']);
  for (const id of [1, 2]) await audiences.of(`conversation:${id}`);
  expect(read.mock.calls.map(([, id]) => id)).toEqual(['1', '2', '1']);
});

it('The audiences used least recently are dropped beyond the limit of users', async () => {
  const read = vi.fn(async () => ['ann', 'ben']);
  const audiences = createAudiences(db, kinds(read), async () => {}, 4);
  for (const id of [1, 2, 1, 3, 1]) await audiences.of(`conversation:${id}`);
  expect(read).toHaveBeenCalledTimes(3);
  await audiences.of('conversation:2');
  expect(read).toHaveBeenCalledTimes(4);
});

it('A failed read is not kept', async () => {
  const read = vi.fn(async () => ['ann']).mockRejectedValueOnce(new Error('down'));
  const audiences = createAudiences(db, kinds(read), async () => {});
  await expect(audiences.of('conversation:1')).rejects.toThrow('down');
  expect(await audiences.of('conversation:1')).toEqual(['ann']);
});

it('Changes of access that an audience includes are known before it is returned', async () => {
  const changes = Promise.withResolvers<void>();
  const find = vi.fn(() => changes.promise);
  const audiences = createAudiences(
    db,
    kinds(async () => ['ann']),
    find,
  );
  const found = vi.fn();
  const reading = audiences.of('conversation:1').then(found);
  await vi.waitFor(() => expect(find).toHaveBeenCalledOnce());
  expect(found).not.toHaveBeenCalled();
  changes.resolve();
  await reading;
  expect(found).toHaveBeenCalledWith(['ann']);
  await audiences.of('conversation:1');
  expect(find).toHaveBeenCalledOnce();
});
