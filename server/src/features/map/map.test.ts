import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { listen } from '#testing/live.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { findCity, normalizeName, readCities, searchCities } from './find-cities.ts';

const server = sharedServer();
const lisbon = 2267057;
const tokyo = 1850147;
let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson(server, 'Olive');
});

async function newSpaceWithMap(options: { is_private?: boolean } = {}): Promise<Space> {
  const space = await newSpace(owner, options);
  await owner.call('update_space', { space_id: space.id, feature_map_enabled: true });
  return space;
}
const mapOf = (person: TestPerson, space: Space) => person.call('get_space_map', { space_id: space.id });
const share = (person: TestPerson, space: Space, city_id = lisbon) =>
  person.call('set_location', { space_id: space.id, city_id });
const peopleOf = async (
  person: TestPerson,
  space: Space,
  input: { city_ids?: string; search?: string } = {},
) => (await person.call('list_map_people', { space_id: space.id, ...input })).people;

describe('City search', () => {
  const names = (search: string) =>
    searchCities(search, 10).map(({ city, country_code }) => `${city} ${country_code}`);

  it('matches the beginning of names, largest city first, ignoring accents', () => {
    expect(names('lis')[0]).toBe('Lisbon PT');
    expect(names('sao pau')[0]).toBe('São Paulo BR');
    expect(names('ZÜR')[0]).toBe('Zürich CH');
    expect(names('saint denis').slice(0, 2)).toEqual(['Saint-Denis RE', 'Saint-Denis FR']);
    expect(names('york')[0]).toBe('York GB');
    expect(names('lodz')).toContain('Łódź PL');
  });

  it('matches alternative names', () => {
    expect(names('cologne')[0]).toBe('Köln DE');
    expect(names('göteborg')[0]).toBe('Gothenburg SE');
    expect(names('aarhus')[0]).toBe('Århus DK');
  });

  it('filters by region or country after a comma', () => {
    expect(searchCities('portland, maine', 10)[0]).toMatchObject({ region: 'Maine', country_code: 'US' });
    expect(names('portland, au')).toEqual(['Portland AU']);
    expect(names('san josé, costa')[0]).toBe('San José CR');
  });

  it.each([
    ['São Paulo', 'sao paulo'],
    ['Saint-Denis--sur   Mer ', 'saint denis sur mer'],
    ['L’Aquila', 'laquila'],
    ["'s-Hertogenbosch", 's hertogenbosch'],
    ['St. ʻEwa ʼn `x` ‘y’', 'st ewa n x y'],
    ['Ørsted Łódź Weißenburg', 'orsted lodz weissenburg'],
    ['ıđðþæœəħ', 'iddthaeoeeh'],
    ['two\nlines', 'two\nlines'],
  ])('compares %j as %j', (name, normalized) => {
    expect(normalizeName(name)).toBe(normalized);
  });

  it.each([
    ['portland, oregon', ['Oregon US']],
    ['portland, maine', ['Maine US']],
    ['portland, us', ['Oregon US', 'Maine US']],
    ['portland, united states', ['Oregon US', 'Maine US']],
    ['portland, egon', []],
    ['portland, s', []],
    ['portland, united, states', ['Oregon US', 'Maine US']],
  ])('filters %j by the beginning of what follows the comma', (search, places) => {
    const found = searchCities(search, 50).filter(({ city }) => city === 'Portland');
    const largest = found.slice(0, 2).map(({ region, country_code }) => `${region} ${country_code}`);
    expect(largest).toEqual(places);
  });

  it('lists exact names, then beginnings, then words, each city once and the largest first', () => {
    const found = searchCities('york', 400);
    expect(new Set(found.map(({ city_id }) => city_id)).size).toBe(found.length);
    const groupOf = (city: string) => (city === 'York' ? 0 : normalizeName(city).startsWith('york') ? 1 : 2);
    const groups = found.map(({ city }) => groupOf(city));
    expect(groups).toEqual(groups.toSorted());
    expect(new Set(groups).size).toBe(3);
    expect(found.filter(({ city }) => groupOf(city) === 2)[0]?.city).toBe('New York City');
    expect(searchCities('york', 2)).toEqual(found.slice(0, 2));
  });

  it('finds a city by its id alone', () => {
    expect(findCity(lisbon)).toMatchObject({ city_id: lisbon, city: 'Lisbon', country: 'Portugal' });
    for (const { city_id } of searchCities('san', 10)) expect(findCity(city_id)?.city_id).toBe(city_id);
    expect(findCity(Number(String(lisbon).slice(1)))).toBeNull();
    expect(findCity(Number(String(lisbon).slice(0, 3)))).toBeNull();
  });

  it('reads one city a line, with all of its names', () => {
    const cities = ['7\tKöln\tDE\tNRW\t50.9\t7\tCologne\tColonia', '9\tBonn\tDE\tNRW\t50.7\t7.1'];
    const list = readCities(cities.join('\n'));
    expect(list.lines).toEqual(cities);
    expect(list.text).toBe(`\n${cities.join('\n')}`);
    expect(list.names).toBe('\nkoln\ncologne\ncolonia\nbonn\n');
    expect(list.owners).toEqual([0, 0, 0, 1]);
    expect(list.starts.map((at) => list.names.slice(at).split('\n')[0])).toEqual([
      'koln',
      'cologne',
      'colonia',
      'bonn',
    ]);
  });

  it('needs two letters and returns nothing for nonsense', () => {
    expect(names('li')).toHaveLength(10);
    expect(names('l')).toEqual([]);
    expect(names('')).toEqual([]);
    expect(names('lis\nbon')).toEqual([]);
    expect(names('qqqxyz')).toEqual([]);
    expect(names('%')).toEqual([]);
  });

  it('returns coordinates rounded to a tenth of a degree', () => {
    for (const { latitude, longitude } of ['par', 'new', 'san', 'tok'].flatMap((text) =>
      searchCities(text, 10),
    )) {
      expect(Number(latitude.toFixed(1))).toBe(latitude);
      expect(Number(longitude.toFixed(1))).toBe(longitude);
    }
  });
});

describe('Space map', () => {
  it('shows each member who set a location once, at the latest city', async () => {
    const space = await newSpaceWithMap();
    const member = await newMember(server, space);
    expect(await mapOf(member, space)).toEqual({ cities: [], viewer_city_id: null });
    const response = await share(member, space);
    expect(response.city).toMatchObject({
      city: 'Lisbon',
      country: 'Portugal',
      latitude: 38.7,
      longitude: -9.1,
    });
    expect(await share(member, space)).toEqual(response);
    await share(owner, space);
    expect(await mapOf(member, space)).toEqual({
      cities: [{ ...response.city, member_count: 2 }],
      viewer_city_id: lisbon,
    });
    await share(member, space, tokyo);
    const { cities, viewer_city_id } = await mapOf(member, space);
    expect(cities.map((city) => [city.city, city.member_count]).toSorted()).toEqual([
      ['Lisbon', 1],
      ['Tokyo', 1],
    ]);
    expect(viewer_city_id).toBe(tokyo);
    await member.call('delete_location', { space_id: space.id });
    await member.call('delete_location', { space_id: space.id });
    expect(await mapOf(member, space)).toMatchObject({ cities: [{ city: 'Lisbon' }], viewer_city_id: null });
  });

  it('lists members by city and name, latest first', async () => {
    const space = await newSpaceWithMap();
    const [ada, ben] = [await newMember(server, space, 'Ada'), await newMember(server, space, 'Ben%')];
    await share(owner, space, tokyo);
    await share(ada, space);
    await share(ben, space);
    const ids = (people: { user: { id: string } }[]) => people.map(({ user }) => user.id);
    expect(ids(await peopleOf(owner, space))).toEqual([ben.user.id, ada.user.id, owner.user.id]);
    expect(ids(await peopleOf(owner, space, { city_ids: `${lisbon}` }))).toEqual([ben.user.id, ada.user.id]);
    expect(ids(await peopleOf(owner, space, { city_ids: `${lisbon},${tokyo}`, search: 'OLI' }))).toEqual([
      owner.user.id,
    ]);
    expect(ids(await peopleOf(owner, space, { search: 'n%' }))).toEqual([ben.user.id]);
    await expect(
      owner.call('list_map_people', { space_id: space.id, city_ids: '1;drop' }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('shows, changes and deletes nothing on the maps of other spaces', async () => {
    const space = await newSpaceWithMap();
    const [member, without] = [await newMember(server, space), await newMember(server, space)];
    const { other } = await newNeighbors(server, owner, space);
    await owner.call('update_space', { space_id: other.space.id, feature_map_enabled: true });
    const both = [member, without];
    for (const person of both) await person.call('public_join_space', { space_id: other.space.id });
    for (const person of [...both, other.member]) await share(person, other.space, tokyo);
    await share(owner, space);
    await share(member, space);

    const facts = async (where: Space) => ({
      cities: (await mapOf(owner, where)).cities.map((city) => [city.city, city.member_count]),
      people: (await peopleOf(owner, where)).map(({ user, city_id }) => [user.id, city_id]),
    });
    const here = {
      cities: [['Lisbon', 2]],
      people: [
        [member.user.id, lisbon],
        [owner.user.id, lisbon],
      ],
    };
    expect(await facts(space)).toEqual(here);
    expect((await mapOf(member, space)).viewer_city_id).toBe(lisbon);
    expect((await mapOf(without, space)).viewer_city_id).toBeNull();
    await without.call('delete_location', { space_id: space.id });
    await owner.call('delete_location', { space_id: space.id });
    expect(await facts(space)).toEqual({ cities: [['Lisbon', 1]], people: here.people.slice(0, 1) });
    await member.call('leave_space', { space_id: space.id });
    expect(await facts(other.space)).toEqual({
      cities: [['Tokyo', 3]],
      people: [other.member, without, member].map(({ user }) => [user.id, tokyo]),
    });
  });

  it('is paginated', async () => {
    const space = await newSpaceWithMap();
    const location = { city: 'Lisbon', region: '', country_code: 'PT', latitude: 38.7, longitude: -9.1 };
    const people = Array.from({ length: 53 }, (_, n) => ({ id: newId(), n }));
    await server.db
      .insertInto('users')
      .values(
        people.map(({ id, n }) => ({
          id,
          email: `${id}@example.com`,
          full_name: `Person ${n}`,
          first_name: 'Person',
          last_name: `${n}`,
          username: `p-${id}`,
          profile_url: `p-${id}`,
        })),
      )
      .execute();
    await server.db
      .insertInto('member_locations')
      .values(
        people.map(({ id }) => ({
          ...location,
          space_id: space.id,
          user_id: id,
          city_id: lisbon,
          shared_at: new Date().toISOString(),
        })),
      )
      .execute();
    const first = await owner.call('list_map_people', { space_id: space.id });
    const rest = await owner.call('list_map_people', {
      space_id: space.id,
      cursor: first.next_cursor ?? '',
    });
    const ids = [...first.people, ...rest.people].map(({ user }) => user.id);
    expect([first.people.length, new Set(ids).size, rest.next_cursor]).toEqual([50, 53, null]);
  });

  it('is visible to members only, even in a public space', async () => {
    const space = await newSpaceWithMap();
    const hidden = await newSpaceWithMap({ is_private: true });
    await share(owner, space);
    const stranger = await newPerson(server);
    for (const operation of ['get_space_map', 'list_map_people'] as const) {
      await expect(stranger.call(operation, { space_id: space.id })).rejects.toMatchObject({
        code: 'membership_required',
      });
      await expect(stranger.call(operation, { space_id: hidden.id })).rejects.toMatchObject({
        code: 'space_not_found',
      });
      await expect(server.client().call(operation, { space_id: space.id })).rejects.toMatchObject({
        code: 'authentication_required',
      });
    }
    await expect(share(stranger, space)).rejects.toMatchObject({ code: 'membership_required' });
  });

  it('is not found while turned off, but members can still delete their location', async () => {
    const space = await newSpaceWithMap();
    await share(owner, space);
    await owner.call('update_space', { space_id: space.id, feature_map_enabled: false });
    await expect(mapOf(owner, space)).rejects.toMatchObject({ status: 404, code: 'map_not_enabled' });
    await expect(peopleOf(owner, space)).rejects.toMatchObject({ code: 'map_not_enabled' });
    await expect(share(owner, space, tokyo)).rejects.toMatchObject({ code: 'map_not_enabled' });
    await owner.call('delete_location', { space_id: space.id });
    await owner.call('update_space', { space_id: space.id, feature_map_enabled: true });
    expect((await mapOf(owner, space)).cities).toEqual([]);
  });

  it('rejects a city that is not on the list', async () => {
    const space = await newSpaceWithMap();
    await expect(share(owner, space, 999_999_999)).rejects.toMatchObject({ code: 'city_not_found' });
  });

  it.each(['leave', 'remove', 'ban'] as const)('no longer shows a member after they %s', async (end) => {
    const space = await newSpaceWithMap();
    const member = await newMember(server, space);
    await share(member, space);
    const listener = await listen(server.url, owner);
    await listener.subscribe(`space:${space.id}`);
    const their = { space_id: space.id, user_id: member.user.id };
    if (end === 'leave') await member.call('leave_space', { space_id: space.id });
    else await owner.call(end === 'ban' ? 'ban_member' : 'remove_member', their);
    expect((await mapOf(owner, space)).cities).toEqual([]);
    expect(await peopleOf(owner, space)).toEqual([]);
    // This event makes open maps reload.
    await listener.received('space.member_count_changed');
    listener.close();
    if (end === 'remove') {
      await member.call('public_join_space', { space_id: space.id });
      expect((await mapOf(member, space)).viewer_city_id).toBeNull();
    }
  });

  it('publishes changes without the person or the city', async () => {
    const space = await newSpaceWithMap();
    const stranger = await newPerson(server);
    const listener = await listen(server.url, stranger);
    await listener.subscribe(`space:${space.id}`);
    await share(owner, space);
    expect((await listener.received('map.changed')).payload).toEqual({ space_id: space.id });
    await share(owner, space);
    await owner.call('delete_location', { space_id: space.id });
    await owner.call('delete_location', { space_id: space.id });
    await owner.call('update_space', { space_id: space.id, description: 'Changed' });
    await listener.received('space.changed');
    expect(listener.events.filter((event) => event.type === 'map.changed')).toHaveLength(2);
    listener.close();
  });
});
