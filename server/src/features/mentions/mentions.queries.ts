import { sql } from 'kysely';
import type { Person } from '#contract/users.ts';
import type { TargetKind } from '#contract/values/targets.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';

/** The data of a person that a mention shows. */
export interface MentionedPerson {
  id: string;
  full_name: string;
  profile_url: string;
}

/** Returns those of these people who are active members of the space. */
export async function listActiveMembers(
  db: Db,
  spaceId: string,
  userIds: string[],
): Promise<MentionedPerson[]> {
  if (userIds.length === 0) return [];
  return await db
    .selectFrom('space_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.full_name', 'u.profile_url'])
    .where('m.space_id', '=', spaceId)
    .where('m.status', '=', 'active')
    .where('m.user_id', 'in', userIds)
    .execute();
}

/**
 * Finds members to mention: names that begin with the text first, then names with a word that does, then any match.
 * Excludes `except`.
 */
export async function listMentionable(
  db: Db,
  input: { space_id: string; search: string; except: string; limit: number },
): Promise<Person[]> {
  const text = input.search.replace(/[\\%_]/g, '\\$&');
  const [prefix, word, part] = [`${text}%`, `% ${text}%`, `%${text}%`];
  const { rows } = await sql<{ person: Person }>`
    select ${personJson('u')} as person
    from space_members m join users u on u.id = m.user_id
    where m.space_id = ${input.space_id}::uuid and m.status = 'active' and m.user_id <> ${input.except}::uuid
      and (u.full_name ilike ${part} or u.username ilike ${part})
    order by case when u.full_name ilike ${prefix} or u.username ilike ${prefix} then 0
      when u.full_name ilike ${word} then 1 else 2 end, lower(u.full_name), u.id
    limit ${pageLimit(input.limit)}`.execute(db);
  return rows.map((row) => row.person);
}

/** Records mentions and returns the people who had not been mentioned there before. */
export async function insertMentions(
  db: Db,
  mentions: {
    id: string;
    space_id: string | null;
    target_kind: TargetKind;
    target_id: string;
    user_id: string;
    mentioned_by: string;
    created_at: string;
  }[],
): Promise<string[]> {
  if (mentions.length === 0) return [];
  const rows = await db
    .insertInto('mentions')
    .values(mentions)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Forgets who is mentioned in a target, except these people. Returns the others, who are notified again once they are mentioned
 * again.
 */
export async function forgetMentions(db: Db, targetId: string, except: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`delete from mentions
    where target_id = ${targetId}::uuid and user_id <> all(${except}::uuid[]) returning user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
