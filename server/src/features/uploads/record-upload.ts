import type { Database } from '#server/platform/db/database.ts';
import type { StorageReservation } from './storage/reserve-storage.ts';
import { deleteReservation } from './storage/storage.queries.ts';
import { type FullUploadRow, insertUpload } from './uploads.queries.ts';

/** Inserts the row of an upload and deletes its reservation, so that its bytes are always counted exactly once. */
export async function recordUpload(
  db: Database,
  row: FullUploadRow,
  reservation: StorageReservation,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await insertUpload(tx, row);
    await deleteReservation(tx, reservation.id);
  });
}
