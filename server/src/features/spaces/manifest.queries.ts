import type { Db } from '#server/platform/db/database.ts';

/** Returns what everyone may see of a space: its name, icon and color. Undefined if there is none. */
export async function findManifestSpace(db: Db, subdomain: string) {
  return await db
    .selectFrom('spaces')
    .select(['name', 'subdomain', 'icon_image', 'primary_color'])
    .where('subdomain', '=', subdomain.toLowerCase())
    .executeTakeFirst();
}
