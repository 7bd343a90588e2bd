import { type Editor, Node } from '@tiptap/react';

/** Somebody who can be named in a text. */
export interface MentionChoice {
  id: string;
  name: string;
  /** A quieter word beside the name, such as the username. */
  detail: string;
  image: string | null;
}

/** A person named in the text: one piece that is written and deleted whole. */
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
  // Before the rule for links, which would take the address and leave the person.
  parseHTML: () => [
    { tag: 'a[data-mention]', priority: 100 },
    { tag: 'span[data-mention]', priority: 100 },
  ],
  renderHTML: ({ node }) => ['span', { 'data-mention': node.attrs.id as string }, `@${node.attrs.name}`],
  renderText: ({ node }) => `@${node.attrs.name}`,
});

/** What is typed of a name: from the @ to the caret. */
export interface MentionSearch {
  text: string;
  from: number;
  to: number;
}

const longestSearch = 40;
/** An @ at the beginning of a word, and up to two words after it. */
const typedName = /(?:^|[\s(\uFFFC])@([\p{L}\p{M}\p{N}._'-]*(?: [\p{L}\p{M}\p{N}._'-]*)?)$/u;

/** The name that is being typed at the caret; null where none is. */
export function findMentionSearch({ state }: Pick<Editor, 'state'>): MentionSearch | null {
  const { selection } = state;
  const { $from, empty } = selection;
  if (!empty || $from.parent.type.spec.code || $from.marks().some(({ type }) => type.name === 'code'))
    return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC');
  const text = typedName.exec(before)?.[1];
  if (text === undefined || text.length > longestSearch) return null;
  return { text, from: $from.pos - text.length - 1, to: $from.pos };
}

/** Puts a person where their name was being typed. */
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
