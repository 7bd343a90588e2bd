import { cleanup, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { WelcomeState } from '#contract/features/members/welcome.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity, useEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { useComposerRequested } from '#web/lib/open-composer.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aPost, aSpace, idOf, spaceId } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { useLookedAround } from './use-looked-around.ts';
import { preloadWelcome, WelcomeSlot } from './welcome-slot.tsx';
import './welcome.live.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(cleanup);

const nothingDone: WelcomeState = { has_posted: false, has_looked_around: false };
const viewer = anAccount({ id: idOf(2), avatar_url: null });
// As the feed's route does.
beforeAll(() => preloadWelcome(aSpace({ welcome: nothingDone })), 30_000);

const opened = vi.fn();
function Page() {
  const space = useEntity('space', spaceId) as Space;
  useComposerRequested(spaceId, opened);
  return <WelcomeSlot space={space} />;
}
function show(fields: Partial<Space>, responses: Responses = {}, account = viewer) {
  call.mockImplementation(respondWith(responses));
  const client = createQueryClient(call);
  setViewer(client, account);
  seedEntities(client, { space: [aSpace({ welcome: nothingDone, ...fields })] });
  return { client, ...renderPage(client, <Page />) };
}
const card = () => screen.queryByRole('region', { name: 'Welcome to Bread' });
const rows = () =>
  within(card() as HTMLElement)
    .getAllByRole('listitem')
    .map((row) => row.textContent);

it('suggests three things to new members, each where it is done', async () => {
  const { href } = show({});
  expect(rows()).toHaveLength(3);
  expect(screen.getByText('0 of 3 done')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /Say hello/ }));
  expect(opened).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: /Add a photo/ }));
  expect(await screen.findByRole('dialog', { name: 'Profile photo' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('link', { name: /Check the calendar/ }));
  await waitFor(() => expect(href()).toBe('/bread/space/calendar'));
});

it('leads to the about page of a space without a calendar', () => {
  show({ feature_calendar_enabled: false });
  expect(screen.getByRole('link', { name: /Look around/ }).getAttribute('href')).toBe('/bread/about');
});

it.each<[string, Partial<Space>, string | null]>([
  ['for others', { welcome: null }, null],
  ['once all is done', { welcome: { has_posted: true, has_looked_around: true } }, '/photo.webp'],
])('shows nothing %s', (_, fields, avatar_url) => {
  show(fields, {}, { ...viewer, avatar_url });
  expect(card()).toBeNull();
});

it('ticks what is done, also on another device', () => {
  const { client } = show({}, {}, { ...viewer, avatar_url: '/photo.webp' });
  expect(rows().map((row) => row?.includes('(done)'))).toEqual([false, true, false]);
  const context = { client, viewerId: viewer.id };
  const created = (user_id: string) =>
    applyLiveEvent(
      { seq: 1, channel: `space:${spaceId}`, type: 'post.created', payload: { post: aPost({ user_id }) } },
      context,
    );
  created(idOf(3));
  expect(readEntity(client, 'space', spaceId)?.welcome).toEqual(nothingDone);
  created(viewer.id);
  expect(readEntity(client, 'space', spaceId)?.welcome).toEqual({ ...nothingDone, has_posted: true });
  const change = { space_id: spaceId, has_looked_around: true, is_dismissed: false };
  const channel = `user:${viewer.id}`;
  applyLiveEvent({ seq: 2, channel, type: 'welcome.changed', payload: change }, context);
  expect(readEntity(client, 'space', spaceId)?.welcome).toEqual({
    has_posted: true,
    has_looked_around: true,
  });
  applyLiveEvent(
    { seq: 3, channel, type: 'welcome.changed', payload: { ...change, is_dismissed: true } },
    context,
  );
  expect(readEntity(client, 'space', spaceId)?.welcome).toBeNull();
});

it('disappears right away when dismissed, and comes back if the server cannot be reached', async () => {
  let isDown = true;
  show(
    {},
    {
      dismiss_welcome: () => {
        if (isDown) throw new NetworkError(null);
        return {};
      },
    },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss welcome' }));
  expect(await screen.findByText("Couldn't dismiss the welcome")).toBeTruthy();
  expect(card()).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss welcome' }));
  expect(card()).toBeNull();
  expect(call).toHaveBeenLastCalledWith('dismiss_welcome', { space_id: spaceId });
});

it.each<[string, WelcomeState | null, 'calendar' | 'about', boolean, number]>([
  ['a new member at the calendar', nothingDone, 'calendar', true, 1],
  ['a new member at the about page of a space with a calendar', nothingDone, 'about', true, 0],
  ['a new member at the about page of another space', nothingDone, 'about', false, 1],
  ['one who looked around before', { has_posted: false, has_looked_around: true }, 'calendar', true, 0],
  ['others', null, 'calendar', true, 0],
])('notes once that a member does the task: %s', (_, welcome, page, feature_calendar_enabled, calls) => {
  call.mockResolvedValue({});
  renderHook(() => useLookedAround({ id: spaceId, welcome, feature_calendar_enabled }, page));
  expect(call.mock.calls).toEqual(calls ? [['mark_looked_around', { space_id: spaceId }]] : []);
});
