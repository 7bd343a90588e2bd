import { demoEmailEnding } from '#server/features/development/index.ts';
import { countActiveMembers } from '#server/features/spaces/index.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoAccount, demoAccounts } from './accounts.ts';
import { buildDemo } from './build-demo.ts';
import {
  analyseTables,
  deleteDemoEvents,
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
 * Fills an empty database with the demo, once: a later call finds it there, one after an interrupted filling begins
 * anew. Where people other than the demo's have accounts, nothing is touched.
 * @param progress is told what is being done, in words for people.
 * @returns two accounts to sign in with when the demo is there, else null.
 */
export async function seedDemo(
  platform: Platform,
  progress: (step: string) => void,
): Promise<DemoAccount[] | null> {
  const { db } = platform;
  if ((await findDemoState(db))?.finished_at) return demoAccounts;
  return await db.connection().execute(async (connection) => {
    await lockDemo(connection);
    try {
      // Another process may have filled it while this one waited.
      const state = await findDemoState(db);
      if (state?.finished_at) return demoAccounts;
      if (state) {
        if (await hasOtherPeople(db, demoEmailDomain)) return null;
        progress('The demo was interrupted; filling it anew');
        for (const key of await listUploadKeys(db)) await platform.files.delete(key);
        await deleteUnfinishedDemo(db);
      } else if (await hasPeople(db)) return null;
      await insertDemoStart(db, nowIso());
      await buildDemo(platform, progress);
      await countActiveMembers(db);
      await deleteDemoEvents(db);
      await markDemoFinished(db, nowIso());
      await analyseTables(db);
      return demoAccounts;
    } finally {
      await unlockDemo(connection);
    }
  });
}
