import { demoEmailDomain } from '#server/features/development/index.ts';
import { countActiveMembers } from '#server/features/spaces/index.ts';
import { nowIso } from '#server/platform/clock.ts';
import { createDatabase, createPool } from '#server/platform/db/database.ts';
import { withoutLiveEvents } from '#server/platform/live/publish.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoAccount, demoAccounts } from './accounts.ts';
import { buildDemo } from './build-demo.ts';
import { communities } from './content/communities.ts';
import type { Community } from './content/community.ts';
import {
  analyzeTables,
  deleteUnfinishedDemo,
  findDemoState,
  hasOtherPeople,
  hasPeople,
  insertDemoStart,
  listUploadKeys,
  lockDemo,
  markDemoFinished,
  unlockDemo,
} from './demo-state.queries.ts';

/**
 * Fills an empty database with the demo, once. A later call finds it there; a call after interrupted seeding starts
 * over. Does nothing when other people have accounts.
 * @param progress called with a readable description of each step
 * @param chosen the communities; all by default
 * @returns two accounts to sign in with when the demo exists, else null
 */
export async function seedDemo(
  platform: Platform,
  progress: (step: string) => void,
  chosen: readonly Community[] = communities,
): Promise<DemoAccount[] | null> {
  const { db } = platform;
  if ((await findDemoState(db))?.finished_at) return demoAccounts;
  return await db.connection().execute(async (connection) => {
    await lockDemo(connection);
    try {
      // Another process may have seeded the demo while this one waited.
      const state = await findDemoState(db);
      if (state?.finished_at) return demoAccounts;
      if (state) {
        if (await hasOtherPeople(db, demoEmailDomain)) return null;
        progress('Seeding the demo was interrupted; starting over');
        for (const key of await listUploadKeys(db)) await platform.files.delete(key);
        await deleteUnfinishedDemo(db);
      } else if (await hasPeople(db)) return null;
      await insertDemoStart(db, nowIso());
      await withoutLiveEvents(() => buildQuickly(platform, progress, chosen));
      await countActiveMembers(db);
      await markDemoFinished(db, nowIso());
      await analyzeTables(db);
      return demoAccounts;
    } finally {
      await unlockDemo(connection);
    }
  });
}

/** Builds the demo without waiting for the disk after each action: if the machine crashes, seeding starts over. */
async function buildQuickly(...[platform, progress, chosen]: Parameters<typeof buildDemo>): Promise<void> {
  const { databaseUrl, databaseDirectUrl, databasePool } = platform.config;
  // A pooler refuses the settings of these connections.
  const pool = createPool(databaseDirectUrl ?? databaseUrl, databasePool, {
    applicationName: 'hearth-demo',
    bulk: true,
  });
  const db = createDatabase(pool);
  try {
    await buildDemo({ ...platform, db }, progress, chosen);
  } finally {
    await db.destroy();
  }
}
