import type { Post } from '#contract/feed.ts';
import { maxPostBody } from '#contract/limits.ts';
import type { Space } from '#contract/spaces.ts';
import type { Picture } from '#contract/uploads.ts';
import { newClientId } from '#web/lib/client-id.ts';
import { textLength, toText } from '#web/lib/rich-text.ts';

/** What the composer keeps in the browser until it has been posted. */
export interface PostDraft {
  client_id: string;
  title: string;
  body: string;
  category_id: string | null;
  pictures: Picture[];
}

export const newPostDraft = (): PostDraft => ({
  client_id: newClientId(),
  title: '',
  body: '',
  category_id: null,
  pictures: [],
});

export const isEmptyDraft = ({ title, body, pictures }: PostDraft): boolean =>
  title.trim() === '' && body === '' && pictures.length === 0;

/** The first words of a draft, to know it again. */
export const beginningOf = ({ title, body }: PostDraft): string =>
  title.trim() || toText(body).slice(0, 100) || 'Pictures';

export type DraftProblems = { title?: string; category?: string; body?: string };

/** What is missing before a draft can be posted; the server looks again. The sentences are the contract's. */
export function checkDraft(
  { title, body, category_id, pictures }: PostDraft,
  categories: Space['categories'],
): DraftProblems {
  const problems: DraftProblems = {};
  const length = [...title.trim()].length;
  if (length < 3) problems.title = 'Title must be at least 3 characters';
  if (length > 120) problems.title = 'Title must be at most 120 characters';
  const words = textLength(body);
  if (words === 0 && pictures.length === 0) problems.body = 'Write something or add a picture.';
  if (words > maxPostBody) problems.body = 'The post is longer than 20,000 characters.';
  if (categories.length > 1 && !categories.some(({ id }) => id === category_id)) {
    problems.category = 'Choose a category for your post.';
  }
  return problems;
}

/** Whether the post that the server has is the one that was sent, and not an earlier state of the draft. */
export function isSamePost(
  sent: Pick<PostDraft, 'title' | 'body'>,
  stored: Pick<Post, 'title'> & { body: string },
): boolean {
  return sent.title.trim() === stored.title && toText(sent.body) === toText(stored.body);
}
