import '#web/styles/lazy/overlays.css';
import '#web/styles/lazy/writing.css';
import { createPortal } from 'react-dom';
import { t } from '#contract/i18n/translate.ts';
import { Avatar } from '../avatar.tsx';
import { useAccentStyle } from '../theme/accent-scope.tsx';
import type { MentionSuggestions } from './use-mention-suggestions.ts';

const width = 336;

/** The ARIA attributes of the field while its list is open; `at` is the index of the highlighted person. */
export const mentionFieldAttributes = (id: string, at: number) => ({
  'aria-controls': `${id}-list`,
  'aria-activedescendant': `${id}-${at}`,
});

interface MentionListProps {
  /** Prefix of the ids of the list and its options. */
  id: string;
  suggestions: MentionSuggestions;
  /** Returns where the name begins on screen. */
  getAnchor: () => { left: number; top: number; bottom: number };
}

/** Suggestions for a name typed after @, above everything else on the page. Reads out how many there are. */
export function MentionList({ id, suggestions, getAnchor }: MentionListProps) {
  const { people } = suggestions;
  const isOpen = people.length > 0;
  return (
    <>
      <span className="sr-only" role="status">
        {isOpen &&
          t('{count, plural, one {# person found} other {# people found}}', { count: people.length })}
      </span>
      {isOpen && <Suggestions id={id} suggestions={suggestions} getAnchor={getAnchor} />}
    </>
  );
}

function Suggestions({ id, suggestions, getAnchor }: MentionListProps) {
  const { people, at, setAt, choose } = suggestions;
  const accent = useAccentStyle();
  return createPortal(
    <ul
      id={`${id}-list`}
      className="popup popup-list mention-list"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a text that is being typed.
      role="listbox"
      aria-label={t('Members')}
      style={{ ...accent, ...toPosition(getAnchor()), width }}
    >
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of the list.
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
          // The field keeps the focus. A person is chosen by the click: it would reach what the list covers.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
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

/** Returns the position below the @, or above it near the lower edge of the viewport. */
function toPosition({ left, top, bottom }: { left: number; top: number; bottom: number }) {
  const room = Math.max(8, Math.min(left, window.innerWidth - width - 8));
  const isLow = bottom > window.innerHeight * 0.6;
  return isLow ? { left: room, bottom: window.innerHeight - top + 6 } : { left: room, top: bottom + 6 };
}
