import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';

/** Storage reserved for an upload that is being received; it expires at `expires_at`. */
export interface ReservationRow {
  id: string;
  user_id: string;
  space_id: string | null;
  is_for_chat: boolean;
  bytes: number;
  expires_at: string;
}

/** Bytes stored for a user and for a space; `space` is null without a space. */
export interface StorageUsage {
  person: number;
  /** Of the user's files for chat. */
  chat: number;
  space: number | null;
}

/**
 * Returns what is stored, with both counters locked until the transaction ends. The user's counter is locked first,
 * as in the trigger that updates them.
 */
export async function lockStorageUsage(
  tx: Tx,
  { user_id, space_id }: { user_id: string; space_id: string | null },
): Promise<StorageUsage> {
  const { rows } = await sql<{ person: number; chat: number }>`
    insert into user_storage as s (user_id, bytes) values (${user_id}, 0)
    on conflict (user_id) do update set bytes = s.bytes returning bytes as person, chat_bytes as chat`.execute(
    tx,
  );
  const ofUser = rows[0] ?? { person: 0, chat: 0 };
  if (space_id === null) return { ...ofUser, space: null };
  const space = await sql<{ bytes: number }>`
    insert into space_storage as s (space_id, bytes) values (${space_id}, 0)
    on conflict (space_id) do update set bytes = s.bytes returning bytes`.execute(tx);
  return { ...ofUser, space: space.rows[0]?.bytes ?? 0 };
}

/** Returns the bytes that other uploads have reserved at `now`: of this user, of them for chat, of this space, and in total. */
export async function sumReservations(
  tx: Tx,
  input: { id: string; user_id: string; space_id: string | null; now: string },
): Promise<{ person: number; chat: number; space: number; all: number }> {
  const { rows } = await sql<{ person: number; chat: number; space: number; all: number }>`
    select coalesce(sum(bytes) filter (where user_id = ${input.user_id}), 0)::bigint as person,
      coalesce(sum(bytes) filter (where user_id = ${input.user_id} and is_for_chat), 0)::bigint as chat,
      coalesce(sum(bytes) filter (where space_id = ${input.space_id}::uuid), 0)::bigint as space,
      coalesce(sum(bytes), 0)::bigint as all
    from upload_reservations where id <> ${input.id} and expires_at > ${input.now}::timestamptz`.execute(tx);
  return rows[0] ?? { person: 0, chat: 0, space: 0, all: 0 };
}

/**
 * Returns how many bytes the videos that are being uploaded will have: of this user, of this space, and of all. The one with
 * `except_id` isn't counted.
 */
export async function sumUnfinished(
  db: Db,
  input: { user_id: string | null; space_id: string | null; except_id: string | null },
): Promise<{ person: number; space: number; all: number }> {
  const { rows } = await sql<{ person: number; space: number; all: number }>`
    select coalesce(sum(byte_size) filter (where user_id = ${input.user_id}::uuid), 0)::bigint as person,
      coalesce(sum(byte_size) filter (where space_id = ${input.space_id}::uuid), 0)::bigint as space,
      coalesce(sum(byte_size), 0)::bigint as all
    from video_uploads where upload_id is null and id is distinct from ${input.except_id}::uuid`.execute(db);
  return rows[0] ?? { person: 0, space: 0, all: 0 };
}

/** Inserts a reservation or updates its size. */
export async function upsertReservation(tx: Tx, row: ReservationRow): Promise<void> {
  const { bytes, expires_at } = row;
  await tx
    .insertInto('upload_reservations')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ bytes, expires_at }))
    .execute();
}

export async function deleteReservation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload_reservations').where('id', '=', id).execute();
}

/** Deletes reservations of uploads that ended without releasing them. */
export async function deleteExpiredReservations(db: Db, now: string): Promise<void> {
  await db.deleteFrom('upload_reservations').where('expires_at', '<=', now).execute();
}

/** Returns the bytes that all files of a space use, with the videos that are being uploaded. */
export async function countSpaceStorage(db: Db, spaceId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce((select bytes from space_storage where space_id = ${spaceId}::uuid), 0)
      + coalesce((select sum(byte_size) from video_uploads where space_id = ${spaceId}::uuid and upload_id is null), 0)::bigint
      as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}
