import { type Editor, Node } from '@tiptap/react';
import { findTypedName, type MentionChoice, type MentionSearch } from '../mentions/mention-search.ts';

/** A mention: inserted and deleted as a whole. */
export const MentionNode = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes() {
    return {
      id: {
        default: '',
        rendered: false,
        parseHTML: (element) => element.getAttribute('data-mention') ?? '',
      },
      name: {
        default: '',
        rendered: false,
        parseHTML: (element) => (element.textContent ?? '').replace(/^@/, ''),
      },
    };
  },
  // Must come before the link rule, which would keep only the link.
  parseHTML: () => [
    { tag: 'a[data-mention]', priority: 100 },
    { tag: 'span[data-mention]', priority: 100 },
  ],
  renderHTML: ({ node }) => ['span', { 'data-mention': node.attrs.id as string }, `@${node.attrs.name}`],
  renderText: ({ node }) => `@${node.attrs.name}`,
});

/** Returns the mention being typed at the caret; null if there is none. */
export function findMentionSearch({ state }: Pick<Editor, 'state'>): MentionSearch | null {
  const { selection } = state;
  const { $from, empty } = selection;
  if (!empty || $from.parent.type.spec.code || $from.marks().some(({ type }) => type.name === 'code'))
    return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC');
  const text = findTypedName(before);
  return text === null ? null : { text, from: $from.pos - text.length - 1, to: $from.pos };
}

/** Replaces the typed name with a mention. */
export function insertMention(
  editor: Editor,
  { from, to }: MentionSearch,
  { id, name }: MentionChoice,
): void {
  editor
    .chain()
    .focus()
    .insertContentAt({ from, to }, [
      { type: 'mention', attrs: { id, name } },
      { type: 'text', text: ' ' },
    ])
    .run();
}
