import { beforeEach, describe, expect, it } from 'vitest';
import type { SpaceSummary } from '#contract/features/spaces/spaces.ts';
import { createApiClient } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { clearLocal } from '#web/lib/cache/local-store.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { syncUserSpaces } from './cached-spaces.ts';
import { userSpacesQuery } from './spaces.api.ts';

const ada = '01a1fc6d-f9e3-74a9-9251-000000000001';
const bob = '01a1fc6d-f9e3-74a9-9251-000000000002';
const space: SpaceSummary = {
  id: '01a1fc6d-f9e3-74a9-9251-000000000003',
  name: 'A space',
  subdomain: 'a-space',
  short_description: null,
  description: null,
  icon_image: null,
  cover_image: null,
  primary_color: '#26A69A',
  is_private: true,
  pricing_type: 'free',
  price_per_month: null,
  topic: 'arts',
  member_count: 2,
  owner_id: ada,
};
const minutes = (count: number) => count * 60_000;

const newClient = (isAway = false) =>
  createQueryClient(
    createApiClient(async () => {
      if (isAway) throw new Error('away');
      return { status: 200, json: async () => ({ spaces: [{ ...space, permissions: { isOwner: true } }] }) };
    }),
  );
const kept = () => localStorage.getItem('hearth.user-spaces');
const idsOf = (client: ReturnType<typeof newClient>) =>
  client.getQueryData(userSpacesQuery.queryKey)?.space_ids;

/** Simulates a visit that fetches the user's spaces. */
async function visit(userId: string): Promise<void> {
  const client = newClient();
  syncUserSpaces(client, userId);
  await client.fetchQuery(userSpacesQuery);
}

describe("Stored copy of the viewer's spaces", () => {
  beforeEach(() => localStorage.clear());

  it("fills the switcher of the next page, even if the server can't be reached", async () => {
    await visit(ada);
    const next = newClient(true);
    syncUserSpaces(next, ada);
    expect(idsOf(next)).toEqual([space.id]);
    expect(readEntity(next, 'space', space.id)).toEqual(space);
  });

  it('contains no permissions', async () => {
    await visit(ada);
    expect(kept()).toContain('"subdomain":"a-space"');
    expect(kept()).not.toContain('permissions');
  });

  it('is never shown to another user, and is deleted when one signs in', async () => {
    await visit(ada);
    const next = newClient(true);
    syncUserSpaces(next, bob);
    expect(idsOf(next)).toBeUndefined();
    expect(readEntity(next, 'space', space.id)).toBeUndefined();
    expect(kept()).toBeNull();
  });

  it('is deleted when the session ends', async () => {
    await visit(ada);
    syncUserSpaces(newClient(), undefined);
    expect(kept()).toBeNull();
    await visit(ada);
    clearLocal();
    expect(kept()).toBeNull();
  });

  it('is valid for 30 minutes and refetched in the background after 5', async () => {
    await visit(ada);
    const soon = newClient();
    syncUserSpaces(soon, ada, Date.now() + minutes(29));
    expect(idsOf(soon)).toHaveLength(1);
    expect(userSpacesQuery.staleTime).toBe(minutes(5));
    const late = newClient();
    syncUserSpaces(late, ada, Date.now() + minutes(31));
    expect(idsOf(late)).toBeUndefined();
  });

  it("doesn't overwrite data that came with the page", async () => {
    await visit(ada);
    const next = newClient(true);
    seedEntities(next, { space: [{ ...space, name: 'Renamed' }] });
    syncUserSpaces(next, ada);
    expect(readEntity(next, 'space', space.id)?.name).toBe('Renamed');
  });
});
