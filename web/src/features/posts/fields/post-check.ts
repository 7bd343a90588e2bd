import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import { maxPostBody, maxPostTitle } from '#contract/values/limits.ts';
import { checkPoll, type PollDraft, type PollProblem } from '#web/features/polls/index.ts';
import { textLength } from '#web/lib/text/rich-text.ts';

/** Values of the post form, for a new or an edited post. */
export interface PostValues {
  title: string;
  body: string;
  category_id: string | null;
  post_type: 'post' | 'announcement';
  poll: PollDraft | null;
}

export type PostProblems = { title?: string; category?: string; body?: string; poll?: PollProblem };

/** Returns the trimmed title. A poll without a title uses its question, shortened to the maximum title length. */
export function getTitle({ title, poll }: Pick<PostValues, 'title' | 'poll'>): string {
  const ownTitle = title.trim();
  if (ownTitle !== '' || !poll) return ownTitle;
  const question = [...poll.question.trim()];
  return question.length <= maxPostTitle
    ? question.join('')
    : `${question.slice(0, maxPostTitle - 1).join('')}…`;
}

/** Validates a post before it is sent; the server validates it again. The messages match the contract. */
export function checkPost(
  fields: PostValues,
  files: readonly { stored: unknown; error: string | null }[],
  categories: Space['categories'],
  now: number,
): PostProblems {
  const problems: PostProblems = {};
  const { body, poll, category_id } = fields;
  const length = countCharacters(getTitle(fields));
  if (length < 3) problems.title = t('Title must be at least 3 characters');
  if (length > maxPostTitle) problems.title = t('Title must be at most 120 characters');
  const bodyLength = textLength(body);
  if (bodyLength === 0 && files.length === 0 && !poll) problems.body = t('Write something or add an image.');
  if (bodyLength > maxPostBody) problems.body = t('The post is longer than 20,000 characters.');
  if (files.some(({ error }) => error)) {
    problems.body = t("Some files didn't upload. Retry or remove them.");
  } else if (files.some(({ stored }) => !stored)) {
    problems.body = t('Wait for your files to finish uploading.');
  }
  if (categories.length > 1 && !categories.some(({ id }) => id === category_id)) {
    problems.category = t('Choose a category for your post.');
  }
  const pollProblem = poll && checkPoll(poll, now);
  if (pollProblem) {
    problems.poll = pollProblem;
    // The title is empty only because the question is.
    if (fields.title.trim() === '') delete problems.title;
  }
  return problems;
}

/** Returns the problems without those of the changed fields. */
export function withoutChanged(problems: PostProblems, changes: Partial<PostValues>): PostProblems {
  const left = { ...problems };
  if ('title' in changes) delete left.title;
  if ('body' in changes) delete left.body;
  if ('category_id' in changes) delete left.category;
  if ('poll' in changes) delete left.poll;
  return left;
}
