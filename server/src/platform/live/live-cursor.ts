import type { Db } from '../db/database.ts';
import { selectLiveState } from './live.queries.ts';

/**
 * Where the live channel stands. Read it before the data of an answer: whatever the data lacks then comes later than this
 * number, and whoever subscribes from it misses nothing.
 */
export async function readLiveCursor(db: Db): Promise<number> {
  return (await selectLiveState(db)).last_seq;
}
