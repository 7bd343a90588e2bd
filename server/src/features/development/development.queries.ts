import type { Db } from '#server/platform/db/database.ts';

export interface DemoPersonRow {
  space_name: string;
  subdomain: string;
  primary_color: string;
  is_private: boolean;
  role: 'owner' | 'admin' | 'member';
  user_id: string;
  full_name: string;
  avatar_url: string | null;
  bio: string | null;
}

/** Returns the demo people in each of their spaces: the owner first, then admins, then members by name. */
export async function listDemoPeople(db: Db, emailEnding: string): Promise<DemoPersonRow[]> {
  const rows = await db
    .selectFrom('space_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('spaces as s', 's.id', 'm.space_id')
    .select(['s.name as space_name', 's.subdomain', 's.primary_color', 's.is_private', 'm.role'])
    .select(['u.id as user_id', 'u.full_name', 'u.avatar_url', 'u.bio'])
    .where('u.email', 'like', `%${emailEnding}`)
    .where('m.status', '=', 'active')
    .orderBy('s.created_at')
    .orderBy('s.id')
    .orderBy((eb) =>
      eb.case().when('m.role', '=', 'owner').then(0).when('m.role', '=', 'admin').then(1).else(2).end(),
    )
    .orderBy('u.full_name')
    .execute();
  return rows as DemoPersonRow[];
}

/** Returns whether this is the id of a demo person. */
export async function isDemoPerson(db: Db, userId: string, emailEnding: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', 'like', `%${emailEnding}`)
    .executeTakeFirst();
  return row !== undefined;
}
