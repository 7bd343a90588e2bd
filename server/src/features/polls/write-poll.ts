import type { PollInput } from '#contract/features/polls/polls.ts';
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

const toOptions = (target: { post_id: string; space_id: string }, labels: string[]) =>
  labels.map((text, position) => ({ id: newId(), ...target, position, text }));

/** Adds a poll to a new post, inside the transaction that creates the post. */
export async function createPoll(
  tx: Tx,
  target: { post_id: string; space_id: string },
  { question, options, multiple, closes_at }: PollInput,
): Promise<void> {
  if (closes_at !== null && closes_at <= nowIso()) throw new AppError('poll_closes_in_past');
  await insertPoll(tx, { ...target, question, multiple, closes_at });
  await insertOptions(tx, toOptions(target, options));
}

/**
 * Updates the poll of a post and returns whether anything changed. Once someone has voted, only the closing time may
 * change.
 * @throws AppError `poll_closed`, `poll_has_votes`, `poll_closes_in_past`
 */
export async function rewritePoll(
  tx: Tx,
  target: { post_id: string; space_id: string },
  { question, options, multiple, closes_at }: PollInput,
): Promise<boolean> {
  const poll = await findPollForUpdate(tx, target.post_id);
  if (!poll) return false;
  const before = await listOptions(tx, target.post_id);
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
  await updatePollText(tx, target.post_id, { question, multiple, closes_at });
  if (!sameOptions) {
    await deleteOptions(tx, target.post_id);
    await insertOptions(tx, toOptions(target, options));
  }
  return true;
}
