import { expect, it } from 'vitest';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql } from '#testing/space-facts.ts';

const server = sharedServer({ runsJobs: false });

/** Reads a list without a session, again and again by several visitors, until `stop`; returns each read with when it began and ended. */
function readMeanwhile(path: string) {
  const reads: { began: number; ended: number; status: number; text: string }[] = [];
  let stopped = false;
  const visitor = async () => {
    while (!stopped) {
      const began = performance.now();
      const response = await fetch(server.running.url + path);
      const text = await response.text();
      reads.push({ began, ended: performance.now(), status: response.status, text });
    }
  };
  const visitors = Promise.all(Array.from({ length: 8 }, visitor));
  return {
    reads,
    stop: async () => {
      stopped = true;
      await visitors;
    },
  };
}

const setPrivate = (owner: TestPerson, space_id: string, is_private: boolean) =>
  owner.call('update_space', { space_id, is_private });

it('Signed-out visitors who share reads never get what was hidden before they asked', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  await newPostBySql(server, space.id, owner.user.id, { title: 'Seen by everyone' });
  const { reads, stop } = readMeanwhile(`/api/spaces/${space.id}/posts`);
  const hidden: [from: number, to: number][] = [];
  for (let round = 0; round < 5; round += 1) {
    await setPrivate(owner, space.id, true);
    const from = performance.now();
    await expect.poll(() => reads.filter(({ began }) => began > from).length).toBeGreaterThan(10);
    hidden.push([from, performance.now()]);
    await setPrivate(owner, space.id, false);
    const shown = performance.now();
    await expect.poll(() => reads.filter(({ began }) => began > shown).length).toBeGreaterThan(10);
  }
  await stop();
  // What was asked for while it was hidden may be read once it is shown again.
  const whileHidden = reads.filter(({ began, ended }) =>
    hidden.some(([from, to]) => began > from && ended < to),
  );
  expect(whileHidden.length).toBeGreaterThan(50);
  expect(whileHidden.filter(({ text }) => text.includes('Seen by everyone'))).toEqual([]);
  expect(reads.some(({ status, text }) => status === 200 && text.includes('Seen by everyone'))).toBe(true);
});
