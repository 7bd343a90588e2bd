import {
  canReadSpace,
  categoryLocator,
  discussionLocator,
  type Locator,
  type SpaceContext,
  type Viewer,
} from './access.ts';
import type { Platform } from './platform.ts';

/** The space of a channel; null for channels that belong to no space. */
export interface ChannelScope {
  space_id: string | null;
  /** Whether the viewer is a member of that space. */
  is_member: boolean;
  /** Whether the right to read the space isn't enough for the channel. */
  is_restricted: boolean;
}

const noSpace: ChannelScope = { space_id: null, is_member: false, is_restricted: false };

/** Returns what finds the space of channels of a kind that no feature owns. */
function findLocator(platform: Platform, kind: string): Locator | undefined {
  const name = { post: discussionLocator, category: categoryLocator }[kind] ?? `${kind}_id`;
  return platform.locators.get(name);
}

function toChannelScope(scope: SpaceContext | null | undefined): ChannelScope | null {
  if (!scope || !canReadSpace(scope)) return null;
  const { space_id, role, is_restricted = false } = scope;
  return { space_id, is_member: role !== null, is_restricted };
}

/**
 * Checks whether a viewer may subscribe to a channel: their own `user:` channel, `space:` or `post:` channels of
 * spaces that they may read, and the `post:` and `category:` channels of what they can open. The features that own other kinds
 * decide about those. Returns null if not.
 */
export async function canSubscribe(
  platform: Platform,
  viewer: Viewer | null,
  channel: string,
): Promise<ChannelScope | null> {
  const [kind, id] = channel.split(':');
  if (!kind || !id) return null;
  if (kind === 'user') return viewer?.user_id === id ? noSpace : null;
  const owned = platform.liveChannels.get(kind);
  if (owned) return (await owned.canSubscribe(platform.db, viewer, id)) ? noSpace : null;
  return toChannelScope(await findLocator(platform, kind)?.locate(platform.db, viewer, id));
}

/**
 * Does the same for several viewers of a channel. Returns the result by user id; null is a visitor. It takes as many statements
 * as for one viewer, but for pages of courses and channels that a feature owns.
 */
export async function listChannelScopes(
  platform: Platform,
  viewers: readonly (Viewer | null)[],
  channel: string,
): Promise<Map<string | null, ChannelScope | null>> {
  const [kind = '', id = ''] = channel.split(':');
  const scopes = new Map<string | null, ChannelScope | null>();
  if (kind === 'user' || platform.liveChannels.has(kind)) {
    for (const viewer of viewers)
      scopes.set(viewer?.user_id ?? null, await canSubscribe(platform, viewer, channel));
    return scopes;
  }
  const userIds = viewers.map((viewer) => viewer?.user_id ?? null);
  const found = await findLocator(platform, kind)?.locateForUsers(platform.db, userIds, id);
  for (const userId of userIds) scopes.set(userId, toChannelScope(found?.get(userId)));
  return scopes;
}

/**
 * Returns those of these users who may receive the events of a space, and whether they are members; null is a visitor. Runs one
 * statement.
 */
export async function listSubscribers(
  platform: Platform,
  userIds: (string | null)[],
  spaceId: string,
): Promise<Map<string | null, { is_member: boolean }>> {
  const scopes = await platform.locators.get('space_id')?.locateForUsers(platform.db, userIds, spaceId);
  return new Map(
    [...(scopes ?? [])].flatMap(([userId, scope]) =>
      canReadSpace(scope) ? [[userId, { is_member: scope.role !== null }]] : [],
    ),
  );
}
