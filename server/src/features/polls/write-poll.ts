import type { PollInput } from '#contract/polls.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { isClosed } from './polls.policy.ts';
import {
  deleteOptions,
  findPollForUpdate,
  insertOptions,
  insertPoll,
  listOptions,
  updatePollText,
} from './polls.queries.ts';

const toOptions = (place: { post_id: string; space_id: string }, labels: string[]) =>
  labels.map((text, position) => ({ id: newId(), ...place, position, text }));

/** Gives a new post its poll, inside the transaction that writes the post. */
export async function createPoll(
  tx: Tx,
  place: { post_id: string; space_id: string },
  { question, options, multiple, closes_at }: PollInput,
): Promise<void> {
  if (closes_at !== null && closes_at <= nowIso()) throw new AppError('poll_closes_in_past');
  await insertPoll(tx, { ...place, question, multiple, closes_at });
  await insertOptions(tx, toOptions(place, options));
}

/**
 * Rewrites the poll of a post; answers whether anything changed. Once somebody has voted the question and the options
 * stay, and only the closing time may change.
 */
export async function rewritePoll(
  tx: Tx,
  place: { post_id: string; space_id: string },
  { question, options, multiple, closes_at }: PollInput,
): Promise<boolean> {
  const poll = await findPollForUpdate(tx, place.post_id);
  if (!poll) return false;
  const before = await listOptions(tx, place.post_id);
  const sameOptions =
    before.length === options.length && before.every(({ text }, index) => text === options[index]);
  const sameText = sameOptions && poll.question === question && poll.multiple === multiple;
  const sameTime =
    (poll.closes_at === null ? null : Date.parse(poll.closes_at)) ===
    (closes_at === null ? null : Date.parse(closes_at));
  if (sameText && sameTime) return false;
  const now = nowIso();
  if (isClosed(poll, now)) throw new AppError('poll_closed');
  if (!sameText && poll.voter_count > 0) throw new AppError('poll_has_votes');
  if (!sameTime && closes_at !== null && closes_at <= now) throw new AppError('poll_closes_in_past');
  await updatePollText(tx, place.post_id, { question, multiple, closes_at });
  if (!sameOptions) {
    await deleteOptions(tx, place.post_id);
    await insertOptions(tx, toOptions(place, options));
  }
  return true;
}
