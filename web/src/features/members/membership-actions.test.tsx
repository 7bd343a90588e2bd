import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { spaceQuery, userSpacesQuery } from '#web/features/spaces/index.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aSpace, idOf, spaceId } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { readInvitation, saveInvitation } from './joining/invitation.ts';
import { useDecideRequest, useLiftBan } from './joining/use-decide-request.ts';
import { useJoinSpace } from './joining/use-join-space.ts';
import { useRequestToJoin } from './joining/use-request-to-join.ts';
import { useLeaveSpace } from './leaving/use-leave-space.ts';
import { isLocalChange, markLocalChange } from './local-changes.ts';
import { useChangeMember } from './roles/use-change-member.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(() => {
  cleanup();
  dismissToast();
  localStorage.clear();
});

const space = aSpace();
const userId = idOf(3);
const down = () => {
  throw new NetworkError(null);
};
const refuse = (code: ConstructorParameters<typeof ApiError>[0]) => () => {
  throw new ApiError(code, 403, 'The server says why.');
};

/** Lists of the space and of another one, and the space itself, which a change may outdate. */
const listNames = ['list_members', 'list_join_requests', 'list_bans'];
const keysOf = (space_id: string) => listNames.map((name) => [name, { space_id }]);

/** Calls a mutation, and returns what it sent, said and outdated. */
async function run<Input>(
  useHook: () => { mutateAsync: (input: Input) => Promise<unknown> },
  input: Input,
  responses: Responses,
) {
  call.mockImplementation(respondWith(responses));
  const client = createQueryClient(call);
  seedEntities(client, { space: [space] });
  const keys: readonly (readonly unknown[])[] = [
    ...keysOf(spaceId),
    ...keysOf(idOf(9)),
    ['choose_banned', 'x'],
    spaceQuery(space.subdomain).queryKey,
    userSpacesQuery.queryKey,
  ];
  for (const key of keys) client.setQueryData(key, { pages: [], pageParams: [] });
  const { result } = renderHook(useHook, { wrapper: pageProvider(client) });
  await act(() => result.current.mutateAsync(input).catch(() => {}));
  const { title, description, variant } = readToast() ?? {};
  return {
    client,
    sent: call.mock.calls,
    toast: { title, description, variant },
    outdated: keys
      .filter((key) => client.getQueryState(key)?.isInvalidated)
      .map((key) => (key[1] && JSON.stringify(key).includes(idOf(9)) ? 'other space' : key[0])),
  };
}
const spaceKey = spaceQuery(space.subdomain).queryKey[0];
const spacesKey = userSpacesQuery.queryKey[0];

describe('joining a space', () => {
  const joined = (outcome: 'joined' | 'already') => () => ({
    success: outcome === 'joined',
    outcome,
    message: 'You are already a member',
    space_id: spaceId,
  });

  it('sends who invited the viewer, and refetches what depends on the membership', async () => {
    saveInvitation(spaceId, '0123abcd');
    const { sent, toast, outdated } = await run(() => useJoinSpace(space), undefined, {
      public_join_space: joined('joined'),
    });
    expect(sent).toEqual([['public_join_space', { space_id: spaceId, ref: '0123abcd' }]]);
    expect(toast).toMatchObject({ title: 'Joined Space', description: 'Welcome to Bread.' });
    expect(outdated).toEqual(['list_members', spaceKey, spacesKey]);
    expect(readInvitation(spaceId)).toBeUndefined();
    expect(isLocalChange(spaceId, 'member')).toBe(true);
  });

  it('says that the viewer is a member already', async () => {
    const { toast } = await run(() => useJoinSpace(space), undefined, {
      public_join_space: joined('already'),
    });
    expect(toast.title).toBe('You are already a member');
  });

  it('keeps the invitation after a failure, and refetches only the space', async () => {
    saveInvitation(spaceId, '0123abcd');
    const { toast, outdated } = await run(() => useJoinSpace(space), undefined, { public_join_space: down });
    expect(toast).toMatchObject({ title: 'Error Joining Space', variant: 'destructive' });
    expect(outdated).toEqual([spaceKey]);
    expect(readInvitation(spaceId)).toBe('0123abcd');
  });
});

describe('asking to join', () => {
  it.each([
    ['Hello', 'Hello'],
    ['', null],
  ])('with the message %j sends %j', async (message, expected) => {
    saveInvitation(spaceId, '0123abcd');
    const onDone = vi.fn();
    const { client, sent, toast } = await run(
      () => useRequestToJoin(space, onDone),
      message as string | null,
      {
        request_to_join: () => ({}),
      },
    );
    expect(sent).toEqual([['request_to_join', { space_id: spaceId, message: expected, ref: '0123abcd' }]]);
    expect(readEntity(client, 'space', spaceId)?.join_requested).toBe(true);
    expect(toast).toMatchObject({
      title: 'Request sent',
      description: 'A moderator of Bread will review it.',
    });
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('can be withdrawn', async () => {
    const { client, sent, toast } = await run(() => useRequestToJoin(space), null as string | null, {
      cancel_join_request: () => ({}),
    });
    expect(sent).toEqual([['cancel_join_request', { space_id: spaceId }]]);
    expect(readEntity(client, 'space', spaceId)?.join_requested).toBe(false);
    expect(toast.title).toBe('Request withdrawn');
  });

  it('refetches the space after a failure, which may have changed', async () => {
    const onDone = vi.fn();
    const { client, toast, outdated } = await run(
      () => useRequestToJoin(space, onDone),
      '' as string | null,
      {
        request_to_join: refuse('membership_blocked'),
      },
    );
    expect(toast).toEqual({
      title: 'Could Not Join Space',
      description: 'The server says why.',
      variant: 'destructive',
    });
    expect(outdated).toEqual([spaceKey]);
    expect(readEntity(client, 'space', spaceId)?.join_requested).toBe(false);
    expect(onDone).not.toHaveBeenCalled();
  });
});

describe('leaving a space', () => {
  it('refetches what depends on the membership', async () => {
    const { sent, toast, outdated } = await run(() => useLeaveSpace(space), undefined, {
      leave_space: () => ({}),
    });
    expect(sent).toEqual([['leave_space', { space_id: spaceId }]]);
    expect(toast.title).toBe('Left Space');
    expect(outdated).toEqual(['list_members', spaceKey, spacesKey]);
    expect(isLocalChange(spaceId, null)).toBe(true);
  });

  it('says so at once, also if the space is refetched without end', async () => {
    const onLeft = vi.fn();
    const client = createQueryClient(call);
    client.invalidateQueries = () => new Promise(() => {});
    call.mockImplementation(respondWith({ leave_space: () => ({}) }));
    const { result } = renderHook(() => useLeaveSpace(space, onLeft), { wrapper: pageProvider(client) });
    act(() => result.current.mutate());
    await vi.waitFor(() => expect(onLeft).toHaveBeenCalledOnce());
    expect(readToast()).toMatchObject({ title: 'Left Space', open: true });
  });

  it('says why it failed', async () => {
    const { toast, outdated } = await run(() => useLeaveSpace(space), undefined, {
      leave_space: refuse('owner_cannot_leave'),
    });
    expect(toast).toEqual({
      title: 'Cannot Leave Space',
      description: 'The server says why.',
      variant: 'destructive',
    });
    expect(outdated).toEqual([]);
  });
});

describe('deciding on a join request', () => {
  const decide = (approve: boolean, responses: Responses) =>
    run(() => useDecideRequest(space), { userId, name: 'Ines', approve }, responses);

  it('approves it', async () => {
    const { sent, toast, outdated } = await decide(true, { approve_join_request: () => ({}) });
    expect(sent).toEqual([['approve_join_request', { space_id: spaceId, user_id: userId }]]);
    expect(toast.title).toBe('Ines is now a member.');
    expect(outdated).toEqual(['list_members', 'list_join_requests']);
  });

  it('declines it', async () => {
    const { sent, toast, outdated } = await decide(false, { decline_join_request: () => ({}) });
    expect(sent).toEqual([['decline_join_request', { space_id: spaceId, user_id: userId }]]);
    expect(toast.title).toBe("Ines's request was declined.");
    expect(outdated).toEqual(['list_join_requests']);
  });

  it.each([
    ['join_request_not_found', 'Already resolved'],
    ['not_allowed', 'Permission denied'],
    ['rate_limited', "Couldn't update the request"],
  ] as const)('says why it failed: %s', async (code, title) => {
    const { toast, outdated } = await decide(true, { approve_join_request: refuse(code) });
    expect(toast).toMatchObject({ title, description: 'The server says why.' });
    expect(outdated).toEqual(['list_join_requests']);
  });
});

describe('unbanning a member', () => {
  it('lets them join again, and refetches the list of bans', async () => {
    const { sent, toast, outdated } = await run(
      () => useLiftBan(space),
      { userId, name: 'Ines' },
      {
        unban_member: () => ({}),
      },
    );
    expect(sent).toEqual([['unban_member', { space_id: spaceId, user_id: userId }]]);
    expect(toast).toMatchObject({ title: 'Member unbanned', description: 'Ines can join again.' });
    expect(outdated).toEqual(['list_bans', 'choose_banned']);
  });

  it('refetches it after a failure, too', async () => {
    const { toast, outdated } = await run(
      () => useLiftBan(space),
      { userId, name: 'Ines' },
      {
        unban_member: down,
      },
    );
    expect(toast).toMatchObject({ title: "Couldn't unban the member", variant: 'destructive' });
    expect(outdated).toEqual(['list_bans', 'choose_banned']);
  });
});

describe('changing a member', () => {
  const change = (action: 'make-admin' | 'make-member' | 'remove' | 'ban', responses: Responses) => {
    const onDone = vi.fn();
    return run(() => useChangeMember(space, onDone), { userId, action }, responses).then((result) => ({
      ...result,
      onDone,
    }));
  };
  const ofMember = { space_id: spaceId, user_id: userId };

  it.each([
    [
      'make-admin',
      ['set_member_role', { ...ofMember, role: 'admin' }],
      'Role Changed',
      'User role updated to admin.',
    ],
    [
      'make-member',
      ['set_member_role', { ...ofMember, role: 'member' }],
      'Role Changed',
      'User role updated to member.',
    ],
    ['remove', ['remove_member', ofMember], 'Member Removed', undefined],
  ] as const)('%s', async (action, request, title, description) => {
    const { sent, toast, outdated, onDone } = await change(action, {
      set_member_role: () => ({}),
      remove_member: () => ({}),
    });
    expect(sent).toEqual([request]);
    expect(toast).toMatchObject({ title, description });
    expect(outdated).toEqual(['list_members']);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('ban also refetches the banned', async () => {
    const { sent, toast, outdated } = await change('ban', { ban_member: () => ({}) });
    expect(sent).toEqual([['ban_member', ofMember]]);
    expect(toast.title).toBe('Member Banned');
    expect(outdated).toEqual(['list_members', 'list_bans', 'choose_banned']);
  });

  it.each([
    ['make-admin', 'Error Changing Role'],
    ['make-member', 'Error Changing Role'],
    ['remove', 'Error Removing Member'],
    ['ban', 'Error Removing Member'],
  ] as const)('says that %s failed, and closes the dialog', async (action, title) => {
    const { toast, outdated, onDone } = await change(action, {
      set_member_role: down,
      remove_member: down,
      ban_member: down,
    });
    expect(toast).toMatchObject({ title, variant: 'destructive' });
    expect(outdated).toEqual(['list_members']);
    expect(onDone).toHaveBeenCalledOnce();
  });
});

describe('the echo of a change made on this page', () => {
  it.each([
    ['at once', 0, 'admin', true],
    ['within ten seconds', 9_999, 'admin', true],
    ['later', 10_000, 'admin', false],
    ['with another role', 0, 'member', false],
  ] as const)('%s', (_name, passed, role, expected) => {
    markLocalChange('echo', 'admin', 1_000);
    expect(isLocalChange('echo', role, 1_000 + passed)).toBe(expected);
  });

  it('is in the same space', () => {
    markLocalChange('echo', 'admin', 1_000);
    expect(isLocalChange('silence', 'admin', 1_000)).toBe(false);
  });
});
