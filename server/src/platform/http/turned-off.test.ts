import { beforeAll, describe, expect, it } from 'vitest';
import { api, type OperationId } from '#contract/api.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { Endpoint } from '#contract/schema/endpoint.ts';
import { toRequest } from '#testing/client.ts';
import { newEventBySql } from '#testing/events.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { expectError } from '#testing/responses.ts';
import { type SampleCall, type SampleContext, sampleCalls } from '#testing/sample-calls/sample-calls.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
let owner: TestPerson;
let space: Space & Pick<SampleContext['space'], 'kind'>;

beforeAll(async () => {
  owner = await newPerson(server);
  space = { ...(await newSpace(owner)), kind: 'public' };
});

const turn = async (isOn: boolean) => {
  await server.db
    .updateTable('spaces')
    .set({ feature_calendar_enabled: isOn, feature_classroom_enabled: isOn, feature_map_enabled: isOn })
    .where('id', '=', space.id)
    .execute();
};
const operations = (Object.keys(api) as OperationId[]).filter((id) => (api[id] as Endpoint).feature);
const codes = {
  calendar: 'calendar_not_enabled',
  classroom: 'classroom_not_enabled',
  map: 'map_not_enabled',
} as const;

describe('A calendar, classroom or map that is turned off', () => {
  it.each(operations)('is rejected for everyone by %s', async (operation) => {
    const endpoint: Endpoint = api[operation];
    const sample = sampleCalls[operation] as SampleCall<OperationId>;
    const input = await sample.input({ server, space, owner, role: 'owner', caller: owner });
    await turn(false);
    const { path, init } = toRequest(endpoint, input as Record<string, unknown>);
    const people = [owner, await newMember(server, space)];
    if (endpoint.access === 'space-viewer') people.push(await newPerson(server));
    for (const person of people) {
      const isEnough = endpoint.access !== 'space-editor' || person === owner;
      const code = isEnough ? codes[endpoint.feature ?? 'map'] : 'not_allowed';
      await expectError(await person.fetch(path, init), code);
    }
    // After turning it on again, the call succeeds.
    await turn(true);
    const response = await owner.fetch(path, init);
    expect(response.status, await response.clone().text()).toBe(200);
  });

  it('affects all its endpoints except deleting a location', () => {
    const paths = (Object.entries(api) as [OperationId, Endpoint][])
      .filter(([, { path }]) => /\/(events|agenda|courses|course-folders|course-pages|map)(\/|$)/.test(path))
      .map(([id]) => id);
    expect(paths.filter((id) => !operations.includes(id))).toEqual(['delete_location']);
  });

  it('also rejects calendar files', async () => {
    const eventId = await newEventBySql(server, space.id, owner.user.id, {});
    const file = () => owner.fetch(`/calendar/events/${eventId}.ics`);
    await turn(false);
    await expectError(await file(), 'calendar_not_enabled');
    await expectError(await server.client().fetch(`/calendar/events/${eventId}.ics`), 'calendar_not_enabled');
    await turn(true);
    expect((await file()).status).toBe(200);
  });

  it("is not revealed to viewers who can't see the space", async () => {
    const hidden = await newSpace(owner, { is_private: true });
    await owner.call('update_space', { space_id: hidden.id, feature_calendar_enabled: false });
    const stranger = await newPerson(server);
    await expect(stranger.call('list_agenda', { space_id: hidden.id })).rejects.toMatchObject({
      code: 'space_not_found',
    });
  });
});
