import { afterEach, expect, it, vi } from 'vitest';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { anAccount } from '#web-testing/fixtures.ts';
import { setViewer } from '#web-testing/render-page.tsx';
import { sessionQuery } from './auth.api.ts';
import { syncTimeZone } from './sync-time-zone.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  localStorage.clear();
});

/** Loads a page in a browser in Tokyo. Returns what it sends, the zone that the page then knows, and whether it asked for its name. */
async function load(account: Parameters<typeof setViewer>[1], isDown = false, zone = 'Asia/Tokyo') {
  vi.stubEnv('TZ', zone);
  const named = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  named.mockReturnValue({ timeZone: zone } as Intl.ResolvedDateTimeFormatOptions);
  const sent: unknown[] = [];
  const client = createQueryClient(
    respondWith({
      update_time_zone: (input) => {
        sent.push(input);
        if (isDown) throw new NetworkError(null);
        return { user: anAccount({ time_zone: input.time_zone }) };
      },
    }),
  );
  setViewer(client, account);
  await syncTimeZone(client);
  const hasCompared = named.mock.calls.length > 0;
  return { sent, hasCompared, zone: client.getQueryData(sessionQuery.queryKey)?.user?.time_zone };
}

it('A browser in another zone changes the zone of the account', async () => {
  expect(await load(anAccount())).toMatchObject({ sent: [{ time_zone: 'Asia/Tokyo' }], zone: 'Asia/Tokyo' });
});

it.each([
  ['the same zone', anAccount({ time_zone: 'Asia/Tokyo' })],
  ['a zone that was chosen', anAccount({ time_zone_automatic: false })],
  ['no account', null],
])('It sends nothing for %s', async (_what, account) => {
  expect((await load(account)).sent).toEqual([]);
});

it('A failure leaves the zone as it was, and the next page tries again', async () => {
  expect((await load(anAccount(), true)).zone).toBe('Europe/Lisbon');
  expect((await load(anAccount())).zone).toBe('Asia/Tokyo');
});

it('Zones are compared once, until the clocks of the device or the account change', async () => {
  const inTokyo = anAccount({ time_zone: 'Asia/Tokyo' });
  expect((await load(inTokyo)).hasCompared).toBe(true);
  vi.restoreAllMocks();
  expect((await load(inTokyo)).hasCompared).toBe(false);
  expect((await load(anAccount())).sent).toHaveLength(1);
  expect((await load(inTokyo, false, 'America/Lima')).sent).toEqual([{ time_zone: 'America/Lima' }]);
});
