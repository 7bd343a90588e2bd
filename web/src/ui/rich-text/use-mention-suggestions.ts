import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { findMentionSearch, insertMention, type MentionChoice } from './editor-mentions.ts';

/** Debounce delay of the search, in milliseconds. */
const searchDelay = 300;

/**
 * Finds people whose names begin with what is typed after @. `from` is the position of the @ in the text, or null if no name is
 * being typed; `people` is empty until some are found, and after `close`. `at` is the index of the highlighted one.
 */
export function useMentionSuggestions(
  editor: Editor,
  findPeople: (search: string) => Promise<MentionChoice[]>,
) {
  const search = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isFocused ? findMentionSearch(now) : null),
    equalityFn: (one, other) => one?.text === other?.text && one?.from === other?.from,
  });
  const [found, setFound] = useState<readonly MentionChoice[]>([]);
  const [at, setAt] = useState(0);
  const [closedFrom, setClosedFrom] = useState<number | null>(null);
  const text = search?.text;
  useEffect(() => {
    if (text === undefined) {
      setFound([]);
      setClosedFrom(null);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      findPeople(text).then(
        (people) => {
          if (!current) return;
          setFound(people);
          setAt(0);
        },
        // If the search fails, the name stays plain text.
        () => current && setFound([]),
      );
    }, searchDelay);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, findPeople]);
  const from = search?.from ?? null;
  return {
    from,
    people: from !== null && closedFrom !== from ? found : [],
    at,
    setAt,
    close: () => setClosedFrom(from),
    choose: (person: MentionChoice | undefined) => {
      const now = findMentionSearch(editor);
      if (person && now) insertMention(editor, now, person);
      setFound([]);
    },
  };
}
