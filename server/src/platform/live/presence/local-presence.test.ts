import { expect, it } from 'vitest';
import { createLocalPresence, type PresentSocket } from './local-presence.ts';

/** The connections of a process. `at` returns who is online after some seconds, with their spaces. */
function newScene() {
  const sockets = new Set<PresentSocket>();
  const look = createLocalPresence(() => sockets);
  return {
    open(user_id: string, spaces: Record<string, 'member' | 'visitor'> = {}, is_hidden = false) {
      const socket: PresentSocket = {
        data: {
          viewer: { user_id } as never,
          channels: new Map(Object.keys(spaces).map((space) => [`space:${space}`, space])),
          memberships: new Set(Object.keys(spaces).filter((space) => spaces[space] === 'member')),
          is_hidden,
          appears_offline: false,
        },
      };
      sockets.add(socket);
      return { data: socket.data, close: () => sockets.delete(socket) };
    },
    at: (seconds: number) =>
      Object.fromEntries([...look(seconds * 1000)].map(([userId, spaces]) => [userId, [...spaces]])),
  };
}

it('counts members in the spaces of their pages, and everyone anywhere', () => {
  const { open, at } = newScene();
  open('ann', { s: 'member', t: 'visitor' });
  open('ben');
  expect(at(0)).toEqual({ ann: ['s'], ben: [] });
});

it('keeps someone online who has another page open, and for the moment of a reload', () => {
  const { open, at } = newScene();
  const [first, second] = [open('ann', { s: 'member' }), open('ann', { t: 'member' })];
  expect(at(0)).toEqual({ ann: ['s', 't'] });
  first.close();
  expect(at(2)).toEqual({ ann: ['s', 't'] });
  expect(at(4)).toEqual({ ann: ['t'] });
  second.close();
  open('ann', { t: 'member' });
  expect(at(60)).toEqual({ ann: ['t'] });
});

it('counts nobody four seconds after their last connection', () => {
  const { open, at } = newScene();
  const { close } = open('ann', { s: 'member' });
  at(0);
  close();
  expect(at(3.9)).toEqual({ ann: ['s'] });
  expect(at(4)).toEqual({});
});

it('counts hidden pages for five minutes, and those that were never shown not at all', () => {
  const { open, at } = newScene();
  open('ben', { s: 'member' }, true);
  const { data } = open('ann', { s: 'member' });
  expect(at(0)).toEqual({ ann: ['s'] });
  data.is_hidden = true;
  expect(at(299)).toEqual({ ann: ['s'] });
  expect(at(304)).toEqual({});
  data.is_hidden = false;
  expect(at(306)).toEqual({ ann: ['s'] });
});

it('leaves out those who appear offline, at once', () => {
  const { open, at } = newScene();
  const { data } = open('ann', { s: 'member' });
  expect(at(0)).toEqual({ ann: ['s'] });
  data.appears_offline = true;
  expect(at(1)).toEqual({});
});
