import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { publish, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import {
  type AwardedBadge,
  insertAnniversaries,
  insertEarnedBadges,
  listMemberSpaces,
  takeActivity,
} from './badges.queries.ts';

const batchSize = 1000;

async function publishAwards(tx: Tx, awarded: AwardedBadge[]): Promise<void> {
  const byPerson = Map.groupBy(awarded, (row) => row.user_id);
  const spaces = Map.groupBy(await listMemberSpaces(tx, [...byPerson.keys()]), (row) => row.user_id);
  for (const [user_id, rows] of byPerson) {
    const channels = (spaces.get(user_id) ?? []).map((row) => spaceChannel(row.space_id));
    const badges = rows.map(({ code, name }) => ({ code, name }));
    await publish(tx, [userChannel(user_id), ...channels], 'member.badges_awarded', { user_id, badges });
  }
}

/**
 * Aggregates new activity into monthly totals and awards the badges that people earned. Running it again has no effect:
 * a badge is awarded once.
 */
export async function awardBadges(db: Database): Promise<void> {
  for (;;) {
    const { more } = await db.transaction().execute(async (tx) => {
      const taken = await takeActivity(tx, batchSize);
      if (taken.user_ids.length === 0) return taken;
      const awarded = await insertEarnedBadges(tx, taken.user_ids, nowIso());
      if (awarded.length > 0) await publishAwards(tx, awarded);
      return taken;
    });
    if (!more) return;
  }
}

export const badgeJobs = (db: Database): JobKind[] => [
  { name: 'award-badges', schedule: '* * * * *', run: () => awardBadges(db) },
  { name: 'find-anniversaries', schedule: '11 3 * * *', run: () => insertAnniversaries(db, nowIso()) },
];
