import { sql } from 'kysely';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';

/** For how long a process that said so receives bytes, in milliseconds. */
export const receptionLifetime = 15_000;

/** Returns the time after which a process must have said that it receives bytes. */
export const receivingSince = (): string => new Date(nowMs() - receptionLifetime).toISOString();

/** How long storing a video can take before another request may try, in milliseconds. */
const claimLifetime = 10 * 60 * 1000;

/** Returns the time after which a request must have begun to store a video that it may still store. */
export const finishingSince = (): string => new Date(nowMs() - claimLifetime).toISOString();

/** A process that receives the bytes of uploads. */
interface Receiver {
  receiver_id: string;
}

/** Claims an upload for a process that receives bytes. Returns false if another one does, if it's being stored, or if it's gone. */
export async function claimReception(db: Db, id: string, { receiver_id }: Receiver): Promise<boolean> {
  const result = await db
    .updateTable('video_uploads')
    .set({ receiver_id, receiving_at: nowIso(), is_interrupted: false })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('receiving_at', 'is', null),
        eb('receiver_id', '=', receiver_id),
        eb('receiving_at', '<', receivingSince()),
      ]),
    )
    .where((eb) => eb.or([eb('finishing_at', 'is', null), eb('finishing_at', '<', finishingSince())]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Asks another process to receive no more of an upload. It looks every few seconds. */
export async function interruptOthers(db: Db, id: string, { receiver_id }: Receiver): Promise<void> {
  await db
    .updateTable('video_uploads')
    .set({ is_interrupted: true })
    .where('id', '=', id)
    .where('receiver_id', '<>', receiver_id)
    .execute();
}

/** Says that a process still receives uploads. Returns those that it may still receive. */
export async function renewReceptions(db: Db, ids: string[], { receiver_id }: Receiver): Promise<string[]> {
  // In the order in which those of a former editor are deleted.
  const { rows } = await sql<{ id: string }>`update video_uploads set receiving_at = ${nowIso()} where id in (
      select id from video_uploads
      where id = any(${ids}::uuid[]) and receiver_id = ${receiver_id}::uuid and not is_interrupted
      order by id for update)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Stores that a process receives no more of an upload for now, and whether bytes arrived. Returns false if another process has claimed
 * it since, or if it's gone.
 */
export async function releaseReception(
  db: Db,
  id: string,
  { receiver_id, hasBytes }: Receiver & { hasBytes: boolean },
): Promise<boolean> {
  const result = await db
    .updateTable('video_uploads')
    .set({
      ...{ receiver_id: null, receiving_at: null, is_interrupted: false },
      ...(hasBytes ? { active_at: nowIso() } : {}),
    })
    .where('id', '=', id)
    .where('receiver_id', '=', receiver_id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
