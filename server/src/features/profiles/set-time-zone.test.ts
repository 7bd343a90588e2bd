import { describe, expect, it } from 'vitest';
import { newPerson, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

const zoneOf = async (person: TestPerson) => {
  const { user } = await person.call('get_session', {});
  return [user?.time_zone, user?.time_zone_automatic];
};

describe('The time zone of an account', () => {
  it('is that of the browser until its owner chooses one', async () => {
    const person = await newPerson(server);
    expect(await zoneOf(person)).toEqual(['UTC', true]);
    const { user } = await person.call('update_time_zone', { time_zone: 'europe/berlin' });
    expect([user.time_zone, user.time_zone_automatic]).toEqual(['Europe/Berlin', true]);
    await person.call('update_time_zone', { time_zone: 'Asia/Tokyo', mode: 'fixed' });
    expect(await zoneOf(person)).toEqual(['Asia/Tokyo', false]);
    // Another browser reports its own.
    await person.call('update_time_zone', { time_zone: 'Europe/Lisbon' });
    expect(await zoneOf(person)).toEqual(['Asia/Tokyo', false]);
    await person.call('update_time_zone', { time_zone: 'Europe/Lisbon', mode: 'automatic' });
    expect(await zoneOf(person)).toEqual(['Europe/Lisbon', true]);
  });

  it.each(['Mars/Olympus', '+01:00', "UTC'; drop table users"])('is never %s', async (time_zone) => {
    const person = await newPerson(server);
    await expect(person.call('update_time_zone', { time_zone })).rejects.toMatchObject({
      code: 'unknown_time_zone',
    });
    expect(await zoneOf(person)).toEqual(['UTC', true]);
  });
});
