import { expect, it } from 'vitest';
import { aNotification } from '#web-testing/fixtures.ts';
import { noteConnect, noteGone, noteMissedNews, notePostOf, watchNotificationsOf } from './post-on-screen.ts';

it('Each list on screen of a post gets what is new about it until it stops watching', () => {
  const received: string[] = [];
  const [stopOne, stopOther] = ['one', 'other'].map((name) =>
    watchNotificationsOf('post', {
      onNew: (about) => received.push(`${name} ${about}`),
      onKeptUnread: (id, about) => received.push(`${name} keeps ${id} ${about}`),
      onGone: (ids) => received.push(`${name} gone ${ids}`),
      onMissed: () => received.push(`${name} missed`),
      onConnect: () => received.push(`${name} connected`),
    }),
  );
  const note = (
    target_id: string,
    post_id: string | null,
    { is_news = true, is_kept_unread = false, read = false } = {},
  ) => {
    const notification = { ...aNotification(), id: 'n', target_id, post_id, read };
    notePostOf({ notification, is_news, is_kept_unread, unread_count: 0 });
  };
  note('comment', 'post');
  note('post', null);
  note('comment', 'another post');
  expect(received.splice(0)).toEqual(['one comment', 'other comment', 'one post', 'other post']);
  stopOne?.();
  note('comment', 'post');
  expect(received.splice(0)).toEqual(['other comment']);
  note('comment', 'post', { is_news: false, is_kept_unread: true });
  note('comment', 'post', { is_news: false });
  expect(received.splice(0)).toEqual(['other keeps n comment']);
  note('comment', 'another post', { is_news: false, read: true });
  noteGone(['m']);
  noteMissedNews();
  noteConnect();
  expect(received.splice(0)).toEqual(['other gone n', 'other gone m', 'other missed', 'other connected']);
  stopOther?.();
  note('comment', 'post');
  expect(received).toEqual([]);
});
