import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preferenceDefaults, type SpacePreferences } from '#contract/features/notifications/preferences.ts';
import { mutedForGood } from '#contract/values/mute-durations.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { toMutedText } from '#web/lib/text/muted-text.ts';
import { dismissToast } from '#web/ui/overlays/toast.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { pageProvider, renderPage } from '#web-testing/render-page.tsx';
import { usePostMute, useSetPostMute } from './post-mute.ts';
import { preferenceLabel } from './preference-copy.ts';
import { generalPreferencesQuery, spacePreferencesQuery } from './preferences.api.ts';
import { useChangePreferences, useResetPreferences } from './use-change-preferences.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(() => {
  cleanup();
  dismissToast();
});

const space_id = idOf(1);
const of = (fields: Partial<SpacePreferences['preferences']> = {}): SpacePreferences => ({
  preferences: { ...preferenceDefaults, ...fields },
  is_customized: false,
  customized_names: [],
  unsubscribed_types: [],
  mute: null,
});
const general = (preferences: typeof preferenceDefaults) => ({
  preferences,
  is_unsubscribed_from_messages: false,
});
const down = () => {
  throw new NetworkError(null);
};

function start<T>(use: () => T, responses: Responses = {}) {
  call.mockImplementation(respondWith(responses));
  const client = createQueryClient(call);
  client.setQueryData(spacePreferencesQuery(space_id).queryKey, of());
  client.setQueryData(generalPreferencesQuery.queryKey, general(preferenceDefaults));
  // The toasts.
  renderPage(client, null);
  const { result } = renderHook(use, { wrapper: pageProvider(client) });
  const inSpace = () => client.getQueryData(spacePreferencesQuery(space_id).queryKey);
  const inGeneral = () => client.getQueryData(generalPreferencesQuery.queryKey)?.preferences;
  return { client, result, inSpace, inGeneral };
}

describe('A preference in a space', () => {
  it('changes at once, and stays as the server has it', async () => {
    const responses = {
      update_space_notification_preferences: () => ({ ...of({ likes: false }), is_customized: true }),
    };
    const { result, inSpace, inGeneral } = start(() => useChangePreferences(space_id), responses);
    act(() => result.current.mutate({ likes: false }));
    await waitFor(() => expect(inSpace()?.preferences.likes).toBe(false));
    await waitFor(() => expect(inSpace()?.is_customized).toBe(true));
    expect(call).toHaveBeenCalledWith('update_space_notification_preferences', { space_id, likes: false });
    expect(inGeneral()?.likes).toBe(preferenceDefaults.likes);
  });

  it('leaves others alone that are still being changed', async () => {
    const responses = { update_space_notification_preferences: () => of({ likes: false, mentions: true }) };
    const { client, result, inSpace } = start(() => useChangePreferences(space_id), responses);
    client.setQueryData(spacePreferencesQuery(space_id).queryKey, of({ mentions: false }));
    act(() => result.current.mutate({ likes: false }));
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    expect(inSpace()?.preferences).toMatchObject({ likes: false, mentions: false });
  });

  it('goes back alone if that fails, and the toast names it', async () => {
    const { client, result, inSpace } = start(() => useChangePreferences(space_id), {
      update_space_notification_preferences: down,
    });
    act(() => result.current.mutate({ likes: !preferenceDefaults.likes }));
    act(() =>
      client.setQueryData(
        spacePreferencesQuery(space_id).queryKey,
        (now) => now && { ...now, preferences: { ...now.preferences, comments: false } },
      ),
    );
    await screen.findByText('Could not update Likes preference. Please try again.');
    expect(inSpace()?.preferences).toMatchObject({ likes: preferenceDefaults.likes, comments: false });
  });

  it('that isn’t loaded is changed on the server only', async () => {
    const responses = { update_space_notification_preferences: () => of({ likes: false }) };
    const { client, result, inSpace } = start(() => useChangePreferences(space_id), responses);
    client.removeQueries({ queryKey: spacePreferencesQuery(space_id).queryKey });
    act(() => result.current.mutate({ likes: false }));
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    expect(inSpace()).toBeUndefined();
  });
});

describe('A general preference', () => {
  it('outdates those of all spaces, but not before it is stored', async () => {
    const responses = {
      update_notification_preferences: () => general({ ...preferenceDefaults, likes: false }),
    };
    const { client, result, inGeneral } = start(() => useChangePreferences(), responses);
    const isOutdated = () => client.getQueryState(spacePreferencesQuery(space_id).queryKey)?.isInvalidated;
    act(() => result.current.mutate({ likes: false }));
    expect(isOutdated()).toBe(false);
    await waitFor(() => expect(isOutdated()).toBe(true));
    expect(inGeneral()?.likes).toBe(false);
    expect(call).toHaveBeenCalledWith('update_notification_preferences', { likes: false });
  });

  it('of a space outdates nothing', async () => {
    const responses = { update_space_notification_preferences: () => of() };
    const { client, result } = start(() => useChangePreferences(space_id), responses);
    act(() => result.current.mutate({ likes: false }));
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    expect(client.getQueryState(spacePreferencesQuery(space_id).queryKey)?.isInvalidated).toBe(false);
  });

  it('says in general what failed if several were changed', async () => {
    const { result } = start(() => useChangePreferences(), { update_notification_preferences: down });
    act(() => result.current.mutate({ quiet_hours_start: '21:00', quiet_hours_end: '07:00' }));
    await screen.findByText('Could not update notification preferences. Please try again.');
  });
});

describe('The preferences of a space', () => {
  it('can follow the general ones again', async () => {
    const reset = of({ likes: false });
    const { result, inSpace } = start(() => useResetPreferences(space_id), {
      reset_space_notification_preferences: () => reset,
    });
    act(() => result.current.mutate());
    await screen.findByText('Space notification preferences reset to global defaults.');
    expect(inSpace()).toEqual(reset);
    expect(call).toHaveBeenCalledWith('reset_space_notification_preferences', { space_id });
  });

  it('stay if that fails', async () => {
    const { result, inSpace } = start(() => useResetPreferences(space_id), {
      reset_space_notification_preferences: down,
    });
    act(() => result.current.mutate());
    await screen.findByText('Could not reset notification preferences. Please try again.');
    expect(inSpace()).toEqual(of());
  });
});

describe('The mute of a post', () => {
  const post_id = idOf(7);
  const use = (when = true) => ({ mute: usePostMute(post_id, when), set: useSetPostMute(post_id) });

  it('is set for a time, and ended', async () => {
    const until = '2026-12-24T18:00:00.000Z';
    const { result } = start(() => use(), {
      get_post_mute: () => ({ mute: null }),
      mute_post: () => ({ mute: { until } }),
      unmute_post: () => ({ mute: null }),
    });
    await waitFor(() => expect(result.current.mute).toBeNull());
    act(() => result.current.set.mutate('1_day'));
    await screen.findByText("You'll still be notified when someone mentions you.");
    await waitFor(() => expect(result.current.mute).toEqual({ until }));
    expect(call).toHaveBeenCalledWith('mute_post', { post_id, duration: '1_day' });
    act(() => result.current.set.mutate(null));
    await screen.findByText('Post unmuted');
    await waitFor(() => expect(result.current.mute).toBeNull());
    expect(call).toHaveBeenCalledWith('unmute_post', { post_id });
  });

  it('is requested only where it is shown, and says if it can’t be changed', async () => {
    const { result } = start(() => use(false), { mute_post: down });
    act(() => result.current.set.mutate('always'));
    await screen.findByText("Couldn't mute or unmute the post");
    expect(result.current.mute).toBeUndefined();
    expect(call.mock.calls.map(([name]) => name)).toEqual(['mute_post']);
  });

  it('says until when it lasts, unless it is for good', () => {
    const now = new Date(2026, 11, 24, 9).getTime();
    const at = (...time: [number, number, number, number]) =>
      toMutedText(new Date(...time).toISOString(), now);
    expect(toMutedText(mutedForGood, now)).toBe('Muted');
    expect(at(2026, 11, 24, 18)).toMatch(/^Muted until 6:00.PM$/);
    expect(at(2026, 11, 25, 18)).toMatch(/^Muted until Fri,? 6:00.PM$/);
    expect(at(2026, 11, 31, 9)).toBe('Muted until Dec 31');
  });
});

it('A preference has the name of its type, or of its channel', () => {
  expect(preferenceLabel('mentions')).toBe('Mentions');
  expect(preferenceLabel('push_enabled')).toBe('Push notifications');
});
