import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** Spaces whose posts are readable without an account: public and free. */
const readable = sql<boolean>`(s.pricing_type is distinct from 'paid' or s.price_per_month is null or s.price_per_month <= 0)`;

const publicPosts = (db: Db) =>
  db
    .selectFrom('posts as p')
    .innerJoin('spaces as s', 's.id', 'p.space_id')
    .where('s.is_private', '=', false)
    .where(readable)
    .where('p.deleted_at', 'is', null)
    .where('p.post_type', '<>', 'course_page')
    // Of categories that not everyone can open.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('access_rules as a').select('a.item_id').whereRef('a.item_id', '=', 'p.category_id'),
        ),
      ),
    );

/** Returns the first id of each sitemap file with `size` addresses. */
export async function listPageStarts(db: Db, kind: 'spaces' | 'posts', size: number): Promise<string[]> {
  const number = (id: 's.id' | 'p.id') => sql<number>`row_number() over (order by ${sql.ref(id)})`.as('n');
  const numbered =
    kind === 'posts'
      ? publicPosts(db).select(['p.id']).select(number('p.id'))
      : db
          .selectFrom('spaces as s')
          .where('s.is_private', '=', false)
          .select(['s.id'])
          .select(number('s.id'));
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .select('id')
    .where(sql<boolean>`n % ${size}::int = 1`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function listPublicSpacesById(db: Db, from: string, limit: number) {
  return await db
    .selectFrom('spaces as s')
    .select(['s.subdomain', 's.updated_at', readable.as('readable')])
    .where('s.is_private', '=', false)
    .where('s.id', '>=', from)
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

export async function listPublicPosts(db: Db, from: string, limit: number) {
  return await publicPosts(db)
    .select(['s.subdomain', 'p.slug', 'p.last_activity_at'])
    .where('p.id', '>=', from)
    .orderBy('p.id')
    .limit(limit)
    .execute();
}
