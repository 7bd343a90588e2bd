import { afterEach, expect, it } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import { newPerson, newSpace } from '#testing/people.ts';
import { ownServer } from '#testing/server.ts';

const server = ownServer('rate limits are on', { ROLE: 'web', RATE_LIMITS: 'on' });
afterEach(() => setClockOffset(0));

it('five spaces a day are created by one person, also at once; failed attempts do not count', async () => {
  const person = await newPerson(server);
  const space = await newSpace(person);
  const taken = { name: 'Taken', subdomain: space.subdomain };
  for (let n = 0; n < 6; n += 1) {
    await expect(person.call('create_space', taken)).rejects.toMatchObject({ code: 'subdomain_taken' });
  }
  const results = await Promise.allSettled(Array.from({ length: 7 }, () => newSpace(person)));
  const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(rejected).toHaveLength(3);
  for (const error of rejected) {
    expect(error).toMatchObject({
      status: 429,
      code: 'space_limit_reached',
      message: expect.stringMatching(/You can create up to 5 spaces a day\. Try again in \d+ \w+\.$/),
      data: { retry_after: expect.any(Number) },
    });
  }
  await newSpace(await newPerson(server));
  setClockOffset(24 * 60 * 60_000);
  await newSpace(person);
});
