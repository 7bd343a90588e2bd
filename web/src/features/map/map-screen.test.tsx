import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MapCity } from '#contract/features/map/map.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aPerson, aSpace, idOf, spaceId } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { MapScreen } from './map-screen.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));

beforeEach(() => {
  call.mockReset();
  // A map of 800 by 400 pixels, without the shapes of countries.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #onResize: (entries: { target: Element }[]) => void;
      constructor(onResize: (entries: { target: Element }[]) => void) {
        this.#onResize = onResize;
      }
      observe(target: Element) {
        this.#onResize([{ target }]);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const city = (city_id: number, name: string, fields: Partial<MapCity> = {}): MapCity => ({
  city_id,
  city: name,
  region: '',
  country_code: 'PT',
  country: 'Portugal',
  latitude: 38.7,
  longitude: -9.1,
  member_count: 1,
  ...fields,
});
const lisbon = city(1, 'Lisbon', { member_count: 2 });
const porto = city(2, 'Porto', { latitude: 41.1, longitude: -8.6 });
const portland = city(3, 'Portland', {
  region: 'Oregon',
  country_code: 'US',
  country: 'United States',
  latitude: 45.5,
  longitude: -122.7,
});
const { member_count: _count, ...berlin } = city(4, 'Berlin', { country_code: 'DE', country: 'Germany' });
const ines = {
  user: aPerson({ full_name: 'Ines', username: 'ines' }),
  city_id: 1,
  city: 'Lisbon',
  country_code: 'PT',
};
const ugo = {
  ...ines,
  user: aPerson({ id: idOf(5), full_name: 'Ugo', username: 'ugo' }),
  city_id: 2,
  city: 'Porto',
};

const atHome = { get_space_map: () => ({ cities: [lisbon, porto, portland], viewer_city_id: 2 }) };
function show(responses: Responses) {
  call.mockImplementation(respondWith(responses));
  return renderPage(createQueryClient(call), <MapScreen space={aSpace()} />);
}
const map = () => screen.getByRole('region', { name: 'Map of members' });
const marks = () =>
  within(map())
    .queryAllByRole('button')
    .map((mark) => mark.getAttribute('aria-label'));
const requests = (operation: string) =>
  call.mock.calls.filter(([name]) => name === operation).map(([, input]) => input);

it('shows how many members are where, on the map and as a list', async () => {
  show(atHome);
  expect(await screen.findByText('4 members on the map')).toBeTruthy();
  await waitFor(() => expect(marks()).toHaveLength(2));
  expect(marks()).toEqual(['Lisbon and 1 more city: 3 members', 'Portland, Oregon, United States: 1 member']);
  const portugal = screen.getByRole('region', { name: 'Portugal' });
  expect(
    within(portugal)
      .getAllByRole('button')
      .map((row) => row.textContent),
  ).toEqual(['Portugal3', 'Lisbon2', 'Porto1']);
  expect(screen.getByRole('region', { name: 'United States' }).textContent).toContain('Portland, Oregon');
});

it('says that no one is on the map yet', async () => {
  show({ get_space_map: () => ({ cities: [], viewer_city_id: null }) });
  expect(
    await screen.findByText('No one is on the map yet. Be the first to add your location.'),
  ).toBeTruthy();
  expect(screen.getByText("You're not on the map yet.")).toBeTruthy();
  expect(marks()).toEqual([]);
});

it('loads the map again after a failure', async () => {
  let isDown = true;
  show({
    get_space_map: () => {
      if (isDown) throw new NetworkError(null);
      return atHome.get_space_map();
    },
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain("Couldn't load the map");
  isDown = false;
  await userEvent.click(retry);
  expect(await screen.findByText('4 members on the map')).toBeTruthy();
});

it('zooms in on cities that share a mark, and lists the members of a single city', async () => {
  show({ ...atHome, list_map_people: () => ({ people: [ines], next_cursor: null }) });
  await userEvent.click(await within(map()).findByRole('button', { name: /^Lisbon and 1 more city/ }));
  await userEvent.click(await within(map()).findByRole('button', { name: 'Lisbon, Portugal: 2 members' }));
  const popover = await screen.findByRole('dialog', { name: 'Lisbon, Portugal' });
  expect(await within(popover).findByText('Ines')).toBeTruthy();
  // All of them are in the same city.
  expect(popover.textContent).not.toContain('· Lisbon');
  expect(requests('list_map_people')).toEqual([{ space_id: spaceId, city_ids: '1' }]);
});

it('shows a city from the list on the map, with its members below it', async () => {
  show({ ...atHome, list_map_people: () => ({ people: [ugo], next_cursor: null }) });
  const row = await screen.findByRole('button', { name: 'Porto1' });
  await userEvent.click(row);
  expect(row.getAttribute('aria-expanded')).toBe('true');
  expect(await screen.findByText('@ugo')).toBeTruthy();
  await waitFor(() => expect(marks()).toContain('Porto, Portugal: 1 member'));
  expect(marks()).not.toContain('Portland, Oregon, United States: 1 member');
  await userEvent.click(row);
  expect(screen.queryByText('@ugo')).toBeNull();
});

it('finds cities and members by what is typed', async () => {
  show({
    ...atHome,
    list_map_people: ({ cursor }) =>
      cursor ? { people: [ugo], next_cursor: null } : { people: [ines], next_cursor: 'next' },
  });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search cities and members' }), 'por');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Lisbon2' })).not.toBeNull());
  const members = await screen.findByRole('region', { name: 'Members' });
  expect(await within(members).findByText('@ines · Lisbon')).toBeTruthy();
  await userEvent.click(within(members).getByRole('button', { name: 'Show more' }));
  expect(await within(members).findByText('@ugo · Porto')).toBeTruthy();
  expect(requests('list_map_people').at(-1)).toEqual({ space_id: spaceId, search: 'por', cursor: 'next' });
  await userEvent.type(screen.getByRole('searchbox'), 'zz');
  expect(await screen.findByText('No matching locations.')).toBeTruthy();
});

it('closes and opens a country of the list', async () => {
  show(atHome);
  const country = await screen.findByRole('button', { name: 'Portugal3' });
  await userEvent.click(country);
  expect(screen.queryByRole('button', { name: 'Porto1' })).toBeNull();
  await userEvent.click(country);
  expect(screen.getByRole('button', { name: 'Porto1' })).toBeTruthy();
});

it('closes the countries of a long list, and shows 50 cities of one at a time', async () => {
  const cities = Array.from({ length: 60 }, (_, index) => city(index + 1, `City ${index + 1}`));
  show({ get_space_map: () => ({ cities, viewer_city_id: null }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Portugal60', expanded: false }));
  const shown = () =>
    within(screen.getByRole('region', { name: 'Portugal' })).getAllByText(/^City \d+$/).length;
  expect(shown()).toBe(50);
  await userEvent.click(screen.getByRole('button', { name: 'Show more locations' }));
  expect(shown()).toBe(60);
});

async function chooseBerlin(responses: Responses) {
  show({
    get_space_map: () => ({ cities: [lisbon], viewer_city_id: null }),
    search_cities: ({ search }) => ({ cities: search === 'berl' ? [berlin] : [] }),
    ...responses,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add my location' }));
  const field = await screen.findByRole('combobox', { name: 'City' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Share' }).disabled).toBe(true);
  await userEvent.type(field, 'berl');
  await userEvent.click(await screen.findByRole('option', { name: 'Berlin, Germany' }));
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
}

it("adds the viewer's location, and refetches the map", async () => {
  await chooseBerlin({ set_location: () => ({ city: berlin }) });
  expect(await screen.findByText("You're on the map in Berlin")).toBeTruthy();
  expect(requests('set_location')).toEqual([{ space_id: spaceId, city_id: 4 }]);
  await waitFor(() => expect(requests('get_space_map')).toHaveLength(2));
  expect(screen.queryByRole('combobox', { name: 'City' })).toBeNull();
});

it('keeps the chosen city if it could not be saved', async () => {
  await chooseBerlin({
    set_location: () => {
      throw new ApiError('city_not_found', 404, 'This city is gone.');
    },
  });
  expect(await screen.findByText("Couldn't add your location")).toBeTruthy();
  expect(screen.getByText('This city is gone.')).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'City' })).toBeTruthy();
  expect(requests('get_space_map')).toHaveLength(1);
});

it('searches only for texts of at least two letters', async () => {
  show({
    get_space_map: () => ({ cities: [lisbon], viewer_city_id: null }),
    search_cities: () => ({ cities: [] }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add my location' }));
  const field = await screen.findByRole('combobox', { name: 'City' });
  await userEvent.type(field, 'b');
  expect(await screen.findByText('Type at least 2 letters.')).toBeTruthy();
  await userEvent.type(field, 'x');
  expect(await screen.findByText('No city found. Try a larger one nearby.')).toBeTruthy();
  expect(requests('search_cities')).toEqual([{ search: 'bx' }]);
});

it("removes the viewer's location, and says if that fails", async () => {
  let isDown = true;
  show({
    ...atHome,
    delete_location: () => {
      if (isDown) throw new NetworkError(null);
      return {};
    },
  });
  expect((await screen.findByText(/^Your location:/)).textContent).toBe('Your location: Porto, Portugal.');
  expect(screen.getByRole('button', { name: 'Change' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove my location' }));
  expect(await screen.findByText("Couldn't remove your location")).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Remove my location' }));
  expect(await screen.findByText('Location removed')).toBeTruthy();
  expect(requests('delete_location')).toEqual([{ space_id: spaceId }, { space_id: spaceId }]);
  await waitFor(() => expect(requests('get_space_map')).toHaveLength(2));
});
