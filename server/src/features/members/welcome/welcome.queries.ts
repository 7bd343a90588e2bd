import { type RawBuilder, sql } from 'kysely';
import { type WelcomeState, welcomeDays } from '#contract/features/members/welcome.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Returns an expression for the welcome of a viewer in the space with the id of this column; null unless they joined within
 * the last 14 days, as an ordinary member, and haven't dismissed it.
 */
export const viewerWelcome = (
  spaceId: string,
  viewerId: string | null,
  since: string,
): RawBuilder<WelcomeState | null> => sql<WelcomeState | null>`(
    select jsonb_build_object(
      'has_posted', exists (select from posts wp where wp.user_id = wm.user_id and wp.space_id = wm.space_id
        and wp.post_type <> 'course_page'),
      'has_looked_around', w.looked_around_at is not null)
    from space_members wm left join member_welcomes w on w.member_id = wm.id
    where wm.space_id = ${sql.ref(spaceId)} and wm.user_id = ${viewerId}::uuid and wm.status = 'active'
      and wm.role = 'member' and wm.joined_at > ${since}::timestamptz and w.dismissed_at is null)`;

/** Returns since when those who have joined are new. */
export const newMembersSince = (): string => new Date(nowMs() - welcomeDays * dayMs).toISOString();

interface Change {
  space_id: string;
  user_id: string;
  /** What the member did now. */
  done: 'looked_around' | 'dismissed';
  at: string;
}

/** Notes something on the welcome of an active member. Returns what is noted now; null if that changed nothing. */
export async function upsertWelcome(
  db: Db,
  { space_id, user_id, done, at }: Change,
): Promise<{ has_looked_around: boolean; is_dismissed: boolean } | null> {
  const column = sql.ref(`${done}_at`);
  const { rows } = await sql<{ has_looked_around: boolean; is_dismissed: boolean }>`
    insert into member_welcomes as w (member_id, space_id, ${column})
    select m.id, m.space_id, ${at}::timestamptz from space_members m
    where m.space_id = ${space_id}::uuid and m.user_id = ${user_id}::uuid and m.status = 'active'
    on conflict (member_id) do update set ${column} = excluded.${column} where w.${column} is null
    returning looked_around_at is not null as has_looked_around, dismissed_at is not null as is_dismissed`.execute(
    db,
  );
  return rows[0] ?? null;
}
