import { countCharacters } from '#contract/characters.ts';
import { maxPostBody, maxPostTitle } from '#contract/limits.ts';
import type { Space } from '#contract/spaces.ts';
import { checkPoll, type PollDraft, type PollProblem } from '#web/features/polls/index.ts';
import { textLength } from '#web/lib/rich-text.ts';

/** What stands in the form of a post, new or edited. */
export interface PostFields {
  title: string;
  body: string;
  category_id: string | null;
  post_type: 'post' | 'announcement';
  poll: PollDraft | null;
}

export type PostProblems = { title?: string; category?: string; body?: string; poll?: PollProblem };

/** A poll needs no title of its own: its question stands in. */
export function titleOf({ title, poll }: Pick<PostFields, 'title' | 'poll'>): string {
  const own = title.trim();
  if (own !== '' || !poll) return own;
  const question = [...poll.question.trim()];
  return question.length <= maxPostTitle
    ? question.join('')
    : `${question.slice(0, maxPostTitle - 1).join('')}…`;
}

/** What is missing before a post can be sent; the server looks again. The sentences are the contract's. */
export function checkPost(
  fields: PostFields,
  files: readonly { stored: unknown; error: string | null }[],
  categories: Space['categories'],
  now: number,
): PostProblems {
  const problems: PostProblems = {};
  const { body, poll, category_id } = fields;
  const length = countCharacters(titleOf(fields));
  if (length < 3) problems.title = 'Title must be at least 3 characters';
  if (length > maxPostTitle) problems.title = 'Title must be at most 120 characters';
  const copy = textLength(body);
  if (copy === 0 && files.length === 0 && !poll) problems.body = 'Write something or add a picture.';
  if (copy > maxPostBody) problems.body = 'The post is longer than 20,000 characters.';
  if (files.some(({ error }) => error)) {
    problems.body = "Some files didn't upload. Retry or remove them.";
  } else if (files.some(({ stored }) => !stored)) {
    problems.body = 'Wait for your files to finish uploading.';
  }
  if (categories.length > 1 && !categories.some(({ id }) => id === category_id)) {
    problems.category = 'Choose a category for your post.';
  }
  const pollProblem = poll && checkPoll(poll, now);
  if (pollProblem) {
    problems.poll = pollProblem;
    // The title is only missing because the question is.
    if (fields.title.trim() === '') delete problems.title;
  }
  return problems;
}

/** The problems that are left once some fields were changed. */
export function withoutChanged(problems: PostProblems, changes: Partial<PostFields>): PostProblems {
  const left = { ...problems };
  if ('title' in changes) delete left.title;
  if ('body' in changes) delete left.body;
  if ('category_id' in changes) delete left.category;
  if ('poll' in changes) delete left.poll;
  return left;
}
