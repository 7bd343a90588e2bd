import { type Editor, useEditorState } from '@tiptap/react';
import { type RefObject, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#contract/i18n/translate.ts';
import { Avatar } from '../avatar.tsx';
import { useAccentStyle } from '../theme/accent-scope.tsx';
import { findMentionSearch, insertMention, type MentionChoice } from './editor-mentions.ts';

/** Debounce delay of the search, in milliseconds. */
const searchDelay = 300;
const width = 336;

export interface EditorMentionListProps {
  editor: Editor;
  findPeople: (search: string) => Promise<MentionChoice[]>;
  /** Handles keys while the list is open; returns whether it handled one. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
}

interface SearchResult {
  search: string;
  people: MentionChoice[];
}

/** Suggestions for a name typed after @. Arrow keys move, Enter or Tab selects, Esc closes. */
export function EditorMentionList({ editor, findPeople, keys }: EditorMentionListProps) {
  const id = useId();
  const accent = useAccentStyle();
  const search = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isFocused ? findMentionSearch(now) : null),
    equalityFn: (one, other) => one?.text === other?.text && one?.from === other?.from,
  });
  const [found, setFound] = useState<SearchResult | null>(null);
  const [at, setAt] = useState(0);
  const [closedFrom, setClosedFrom] = useState<number | null>(null);

  const text = search?.text;
  useEffect(() => {
    if (text === undefined) {
      setFound(null);
      setClosedFrom(null);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      findPeople(text).then(
        (people) => {
          if (!current) return;
          setFound({ search: text, people });
          setAt(0);
        },
        // If the search fails, the name stays plain text.
        () => current && setFound(null),
      );
    }, searchDelay);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, findPeople]);

  const people = search && closedFrom !== search.from ? (found?.people ?? []) : [];
  const isOpen = people.length > 0;
  const choose = (person: MentionChoice | undefined) => {
    const now = findMentionSearch(editor);
    if (person && now) insertMention(editor, now, person);
    setFound(null);
  };
  useEffect(() => {
    keys.current = (event) => {
      if (!isOpen || event.isComposing) return false;
      if (event.key === 'ArrowDown') setAt((at + 1) % people.length);
      else if (event.key === 'ArrowUp') setAt((at + people.length - 1) % people.length);
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') {
        choose(people[at]);
      } else if (event.key === 'Escape') setClosedFrom(search?.from ?? null);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    };
    return () => {
      keys.current = null;
    };
  });

  // The editor element is not rendered by React, so the ARIA attributes for the list are set on it here.
  useEffect(() => {
    const { dom } = editor.view;
    const attributes = { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-${at}` };
    if (!isOpen) return;
    for (const [name, value] of Object.entries(attributes)) dom.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) dom.removeAttribute(name);
    };
  }, [editor, id, at, isOpen]);

  return (
    <>
      <span className="sr-only" role="status">
        {isOpen &&
          t('{count, plural, one {# person found} other {# people found}}', { count: people.length })}
      </span>
      {isOpen &&
        search &&
        createPortal(
          <ul
            id={`${id}-list`}
            className="popup popup-list mention-list"
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a text that is being typed.
            role="listbox"
            aria-label={t('Members')}
            style={{ ...accent, ...getListPosition(editor, search.from), width }}
          >
            {people.map((person, index) => (
              <li
                key={person.id}
                id={`${id}-${index}`}
                className="item"
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of the listbox.
                role="option"
                aria-selected={index === at}
                tabIndex={-1}
                data-highlighted={index === at ? '' : undefined}
                onPointerMove={() => setAt(index)}
                // Runs before the editor loses the focus.
                onPointerDown={(event) => {
                  event.preventDefault();
                  choose(person);
                }}
              >
                <Avatar id={person.id} name={person.name} src={person.image} size="sm" />
                <span className="min-w-0 flex-1 truncate">{person.name}</span>
                <span className="max-w-[40%] truncate text-sm text-soft">{person.detail}</span>
              </li>
            ))}
          </ul>,
          document.body,
        )}
    </>
  );
}

/** Returns the position below the @, or above it near the lower edge of the viewport. */
function getListPosition(editor: Editor, from: number): { left: number; top?: number; bottom?: number } {
  const { left, top, bottom } = editor.view.coordsAtPos(from);
  const room = Math.max(8, Math.min(left, window.innerWidth - width - 8));
  const isLow = bottom > window.innerHeight * 0.6;
  return isLow ? { left: room, bottom: window.innerHeight - top + 6 } : { left: room, top: bottom + 6 };
}
