import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { markedIds, writeMentions } from './mention-marks.ts';
import { insertMentions, listActiveMembers } from './mentions.queries.ts';

/** People that one text can name; more of them stay plain text. */
const mostMentions = 50;

/**
 * Turns the marks of sanitised HTML (`sanitizeRichText` with mentions) into links to members of the space, and answers
 * who they are. Anyone else is left as plain text.
 */
export async function resolveMentions(
  tx: Tx,
  spaceId: string,
  html: string,
): Promise<{ html: string; user_ids: string[] }> {
  const marked = markedIds(html).slice(0, mostMentions);
  const found = new Map((await listActiveMembers(tx, spaceId, marked)).map((person) => [person.id, person]));
  return { html: writeMentions(html, found), user_ids: marked.filter((id) => found.has(id)) };
}

/**
 * Notes who is named in a post or comment, once for each person however often it is edited. Answers the people who are
 * to be told: newly named, and not the writer.
 */
export async function noteMentions(
  tx: Tx,
  input: {
    space_id: string;
    post_id: string;
    comment_id: string | null;
    mentioned_by: string;
    user_ids: string[];
    at: string;
  },
): Promise<string[]> {
  const { user_ids, at, ...place } = input;
  const others = user_ids.filter((id) => id !== input.mentioned_by);
  return await insertMentions(
    tx,
    others.map((user_id) => ({ id: newId(), ...place, user_id, created_at: at })),
  );
}
