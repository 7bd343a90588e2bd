import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { cursor, defineEndpoint, emptyResponse, id, liveCursor, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { spacePerson } from '../../users.ts';
import { highestLevel, maxLevelName } from '../../values/levels.ts';
import { memberRole } from '../members/members.ts';

/** Rolling periods: the last 7 or 30 days up to now, or all time. */
export const leaderboardPeriod = z.enum(['7d', '30d', 'all']);
export type LeaderboardPeriod = z.output<typeof leaderboardPeriod>;

export const badge = z.object({ code: z.string(), name: z.string() });

/** A member in ranking order: more points first, then the one who reached them first. */
export const rankedMember = z.object({
  rank: z.number().int(),
  user: spacePerson,
  /** Points of the period. */
  points: z.number().int(),
});
export type RankedMember = z.output<typeof rankedMember>;

/** The viewer's rank and level in the space. */
export const viewerRank = z.object({
  /** Owner and admins have levels but are not ranked. */
  is_ranked: z.boolean(),
  /** Null without points in the period, for someone who is not ranked, or below rank 500. */
  rank: z.number().int().nullable(),
  /** Points of the period, and of all time. The level depends on the latter. */
  points: z.number().int(),
  total_points: z.number().int(),
  level: z.number().int(),
  /** The space's name for the level; null when it has none. */
  level_name: z.string().nullable(),
});

export const spaceLevel = z.object({
  level: z.number().int(),
  /** Null when the owner has not named it. */
  name: z.string().nullable(),
  /** The points at which the level starts. */
  points: z.number().int(),
  member_count: z.number().int(),
});
export type SpaceLevel = z.output<typeof spaceLevel>;

export const memberCard = z.object({
  user: spacePerson,
  role: memberRole,
  joined_at: timestamp,
  points: z.number().int(),
  level_name: z.string().nullable(),
  badges: z.array(badge.extend({ description: z.string(), awarded_at: timestamp })),
});
export type MemberCard = z.output<typeof memberCard>;

export const levelName = limitCharacters(z.string().trim(), {
  max: [maxLevelName, () => t('Level names must be at most {max, number} characters', { max: maxLevelName })],
});

const inSpace = z.object({ space_id: id });

export const leaderboardLiveEvents = {
  /** Someone's level in a space has changed. */
  'member.level_changed': z.object({
    space_id: id,
    user_id: id,
    level: z.number().int(),
    level_version: z.number().int(),
  }),
  /** Points were awarded, revoked or expired: the order of the leaderboard may have changed. */
  'space.points_changed': z.object({ space_id: id }),
  /** The owner has renamed the levels. */
  'space.levels_changed': z.object({ space_id: id }),
  /** Badges were awarded; published in the spaces that the user is a member of. */
  'member.badges_awarded': z.object({
    user_id: id,
    badges: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
};

export const leaderboardEndpoints = {
  get_leaderboard: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/leaderboard',
    summary: "The top ten members of a period, and the viewer's rank with two members on either side.",
    access: 'space-viewer',
    params: inSpace,
    query: z.object({ period: leaderboardPeriod.default('7d') }),
    output: z.object({
      top: z.array(rankedMember),
      /** Null for non-members. */
      viewer_rank: viewerRank.nullable(),
      /** The viewer's row with its neighbors; empty when they are in the top ten or have no rank. */
      around: z.array(rankedMember.extend({ rank: z.number().int().nullable() })),
      /** The start of the remaining ranks, for `list_leaderboard`. */
      next_cursor: z.string().nullable(),
      live_cursor: liveCursor,
    }),
    rateLimit: 'none',
  }),
  list_leaderboard: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/leaderboard/ranks',
    summary: 'Everyone with points in a period, in ranking order, 50 per page.',
    access: 'space-viewer',
    params: inSpace,
    query: z.object({ period: leaderboardPeriod.default('7d'), cursor }),
    output: z.object({ members: z.array(rankedMember), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
  get_space_levels: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/levels',
    summary: 'The nine levels of a space: names, points and member counts.',
    access: 'space-viewer',
    params: inSpace,
    output: z.object({ levels: z.array(spaceLevel) }),
    rateLimit: 'none',
  }),
  set_level_names: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/levels',
    summary: 'Name the nine levels, lowest first. A level with an empty name shows its number.',
    access: 'space-owner',
    params: inSpace,
    body: z.object({
      names: z.array(levelName).length(highestLevel, { error: () => t('There are nine levels') }),
    }),
    output: emptyResponse,
    rateLimit: 'write',
  }),
  get_member_card: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/members/:user_id/card',
    summary: 'One member: level and points in this space, and badges.',
    access: 'space-viewer',
    params: z.object({ space_id: id, user_id: id }),
    output: z.object({ member: memberCard }),
    errors: ['member_not_found'],
    rateLimit: 'none',
  }),
};
