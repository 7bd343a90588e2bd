import type { MentionedPerson } from '#contract/features/chat/messages.ts';
import { toPlainExcerpt, withMentionedNames } from '#server/platform/text/markdown.ts';

/** Returns the ids that a message stores; null if it mentions nobody. */
export const idsOf = (people: readonly MentionedPerson[] | null): string[] | null =>
  people && people.length > 0 ? people.map(({ id }) => id) : null;

/** Returns what the hooks of a message get: whom it mentions, and its text. In a direct conversation, it notifies as a message. */
export function toMentioning(
  isGroup: boolean,
  content: string,
  people: readonly MentionedPerson[] | null,
): { text: string; mentioned: string[] } {
  return {
    text: withMentionedNames(toPlainExcerpt(content), people ?? []),
    mentioned: isGroup ? (people ?? []).map(({ id }) => id) : [],
  };
}
