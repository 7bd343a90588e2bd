import type { Target } from '#contract/values/targets.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { markedIds, writeMentions } from './mention-marks.ts';
import { insertMentions, listActiveMembers } from './mentions.queries.ts';

/** People that one text can mention; further mentions stay plain text. */
const maxMentions = 50;

/**
 * Replaces the mention marks of sanitized HTML (`sanitizeRichText` with mentions) with links to members of the space
 * and returns the members' ids. Marks of anyone else become plain text.
 */
export async function resolveMentions(
  tx: Tx,
  spaceId: string,
  html: string,
): Promise<{ html: string; user_ids: string[] }> {
  const marked = markedIds(html).slice(0, maxMentions);
  const found = new Map((await listActiveMembers(tx, spaceId, marked)).map((person) => [person.id, person]));
  return { html: writeMentions(html, found), user_ids: marked.filter((id) => found.has(id)) };
}

/**
 * Records who is mentioned in a target, once per person however often it is edited. Returns the people to
 * notify: newly mentioned, and not the author.
 */
export async function recordMentions(
  tx: Tx,
  input: {
    /** Null for a message. */
    space_id: string | null;
    target: Target;
    mentioned_by: string;
    user_ids: string[];
    at: string;
  },
): Promise<string[]> {
  const { space_id, target, mentioned_by } = input;
  const mention = { space_id, target_kind: target.kind, target_id: target.id, mentioned_by };
  const others = input.user_ids.filter((id) => id !== mentioned_by);
  return await insertMentions(
    tx,
    others.map((user_id) => ({ id: newId(), ...mention, user_id, created_at: input.at })),
  );
}
