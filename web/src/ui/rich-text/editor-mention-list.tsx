import type { Editor } from '@tiptap/react';
import { type RefObject, useEffect, useId } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#contract/i18n/translate.ts';
import { Avatar } from '../avatar.tsx';
import { useAccentStyle } from '../theme/accent-scope.tsx';
import type { MentionChoice } from './editor-mentions.ts';
import { useMentionSuggestions } from './use-mention-suggestions.ts';

const width = 336;

export interface EditorMentionListProps {
  editor: Editor;
  findPeople: (search: string) => Promise<MentionChoice[]>;
  /** Handles keys while the list is open; returns whether it handled one. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
}

/** Suggestions for a name typed after @. Arrow keys move, Enter or Tab selects, Esc closes. */
export function EditorMentionList({ editor, findPeople, keys }: EditorMentionListProps) {
  const id = useId();
  const { from, people, at, setAt, choose, close } = useMentionSuggestions(editor, findPeople);
  const isOpen = people.length > 0;
  useEffect(() => {
    keys.current = (event) => {
      if (!isOpen || event.isComposing) return false;
      if (event.key === 'ArrowDown') setAt((at + 1) % people.length);
      else if (event.key === 'ArrowUp') setAt((at + people.length - 1) % people.length);
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') {
        choose(people[at]);
      } else if (event.key === 'Escape') close();
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
      {isOpen && from !== null && (
        <Suggestions
          id={id}
          people={people}
          at={at}
          position={getListPosition(editor, from)}
          onHighlight={setAt}
          onChoose={choose}
        />
      )}
    </>
  );
}

interface SuggestionsProps {
  /** Prefix of the ids of the list and its options. */
  id: string;
  people: readonly MentionChoice[];
  /** Index of the highlighted person. */
  at: number;
  position: ListPosition;
  onHighlight: (index: number) => void;
  onChoose: (person: MentionChoice) => void;
}

/** The list of people, above everything else on the page. */
function Suggestions({ id, people, at, position, onHighlight, onChoose }: SuggestionsProps) {
  const accent = useAccentStyle();
  return createPortal(
    <ul
      id={`${id}-list`}
      className="popup popup-list mention-list"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a text that is being typed.
      role="listbox"
      aria-label={t('Members')}
      style={{ ...accent, ...position, width }}
    >
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the editor handles the keys of the list.
        <li
          key={person.id}
          id={`${id}-${index}`}
          className="item"
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of the listbox.
          role="option"
          aria-selected={index === at}
          tabIndex={-1}
          data-highlighted={index === at ? '' : undefined}
          onPointerMove={() => onHighlight(index)}
          // The editor keeps the focus. A person is chosen by the click: it would reach what the list covers.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar id={person.id} name={person.name} src={person.image} size="sm" />
          <span className="min-w-0 flex-1 truncate">{person.name}</span>
          <span className="max-w-[40%] truncate text-sm text-soft">{person.detail}</span>
        </li>
      ))}
    </ul>,
    document.body,
  );
}

interface ListPosition {
  left: number;
  top?: number;
  bottom?: number;
}

/** Returns the position below the @, or above it near the lower edge of the viewport. */
function getListPosition(editor: Editor, from: number): ListPosition {
  const { left, top, bottom } = editor.view.coordsAtPos(from);
  const room = Math.max(8, Math.min(left, window.innerWidth - width - 8));
  const isLow = bottom > window.innerHeight * 0.6;
  return isLow ? { left: room, bottom: window.innerHeight - top + 6 } : { left: room, top: bottom + 6 };
}
