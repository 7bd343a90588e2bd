import { type Editor, useEditorState } from '@tiptap/react';
import { type RefObject, useEffect, useId } from 'react';
import { MentionList, mentionFieldAttributes } from '../mentions/mention-list.tsx';
import type { MentionChoice } from '../mentions/mention-search.ts';
import { useMentionSuggestions } from '../mentions/use-mention-suggestions.ts';
import { findMentionSearch, insertMention } from './editor-mentions.ts';

export interface EditorMentionListProps {
  editor: Editor;
  findPeople: (search: string) => Promise<MentionChoice[]>;
  /** Handles keys while the list is open; returns whether it handled one. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
}

/** Suggestions for a name typed after @ in an editor. */
export function EditorMentionList({ editor, findPeople, keys }: EditorMentionListProps) {
  const id = useId();
  const search = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isFocused ? findMentionSearch(now) : null),
    equalityFn: (one, other) => one?.text === other?.text && one?.from === other?.from,
  });
  const suggestions = useMentionSuggestions(search, findPeople, (person) => {
    const now = findMentionSearch(editor);
    if (now) insertMention(editor, now, person);
  });
  useEffect(() => {
    // A key may come before the list was rendered for what was typed last.
    const isCurrent = () => findMentionSearch(editor)?.text === search?.text;
    keys.current = (event) => !event.isComposing && isCurrent() && suggestions.onKey(event);
    return () => {
      keys.current = null;
    };
  });

  // The editor element is not rendered by React, so the ARIA attributes for the list are set on it here.
  const { people, at } = suggestions;
  const isOpen = people.length > 0;
  useEffect(() => {
    if (!isOpen) return;
    const { dom } = editor.view;
    const attributes = Object.entries(mentionFieldAttributes(id, at));
    for (const [name, value] of attributes) dom.setAttribute(name, value);
    return () => {
      for (const [name] of attributes) dom.removeAttribute(name);
    };
  }, [editor, id, at, isOpen]);

  const from = search?.from ?? 0;
  return <MentionList id={id} suggestions={suggestions} getAnchor={() => editor.view.coordsAtPos(from)} />;
}
