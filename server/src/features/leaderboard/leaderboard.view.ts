import type { MemberCard, RankedMember, SpaceLevel } from '#contract/features/leaderboard/leaderboard.ts';
import { badgeDescription, badgeName } from '#contract/values/badge-names.ts';
import { levelThresholds } from '#contract/values/levels.ts';
import type { CardRow, RankRow } from './leaderboard.queries.ts';

export function toRankedMember<Rank extends number | null>(
  row: RankRow,
  rank: Rank,
): Omit<RankedMember, 'rank'> & { rank: Rank } {
  const { user, points } = row;
  return { rank, points, user };
}

export function toSpaceLevels(counts: ReadonlyMap<number, number>, names: readonly string[]): SpaceLevel[] {
  return levelThresholds.map((points, index) => ({
    level: index + 1,
    name: names[index] || null,
    points,
    member_count: counts.get(index + 1) ?? 0,
  }));
}

export function toMemberCard(row: CardRow, ownerId: string): MemberCard {
  const { user, role, joined_at, points, level_name, badges } = row;
  return {
    user,
    role: user.id === ownerId ? 'owner' : role,
    joined_at,
    points,
    level_name,
    badges: (badges ?? []).map((badge) => ({
      ...badge,
      name: badgeName(badge),
      description: badgeDescription(badge),
    })),
  };
}
