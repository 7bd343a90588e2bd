import { useEffect, useState } from 'react';
import type { MentionChoice, MentionSearch } from './mention-search.ts';

/** Debounce delay of the search, in milliseconds. */
const searchDelay = 300;

/** The keys of an open list. Both React's events and those of the browser have this form. */
interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  preventDefault: () => void;
  stopPropagation: () => void;
}

/** The people who are suggested for a name. */
export interface MentionSuggestions {
  /** Empty until some are found for what is typed now, and once the list was closed. */
  people: readonly MentionChoice[];
  /** Index of the highlighted one. */
  at: number;
  setAt: (index: number) => void;
  choose: (person: MentionChoice | undefined) => void;
  /** Handles a key while the list is open; returns whether it did. Arrow keys move, Enter or Tab selects, Esc closes. */
  onKey: (event: KeyPress) => boolean;
}

/** What the searches since an @ have found. */
interface Found {
  from: number | null;
  /** The last text that was searched, and who was found for it. */
  text: string;
  people: readonly MentionChoice[];
  /** Everyone whom any of the searches found. */
  known: readonly MentionChoice[];
}

const nothing: Found = { from: null, text: '', people: [], known: [] };

/** Returns whether a text is a name of one of these people and a space, and maybe more: whoever it mentions is certain. */
const isComplete = (
  text: string,
  people: readonly MentionChoice[],
  toWritten: (person: MentionChoice) => string,
) => people.some((person) => `@${text}`.toLowerCase().startsWith(`${toWritten(person)} `.toLowerCase()));

/**
 * Finds people whose names begin with what is typed after @. `search` is null if no name is being typed. `insert` puts the
 * chosen one into the text. `toWritten` returns the text of a mention, with its @, where mentions are plain text: once that
 * and a space are typed, nobody else is suggested.
 */
export function useMentionSuggestions(
  search: MentionSearch | null,
  findPeople: (search: string) => Promise<MentionChoice[]>,
  insert: (person: MentionChoice) => void,
  toWritten?: (person: MentionChoice) => string,
): MentionSuggestions {
  const [found, setFound] = useState(nothing);
  const [at, setAt] = useState(0);
  const [closedFrom, setClosedFrom] = useState<number | null>(null);
  const text = search?.text;
  const from = search?.from ?? null;
  const known = found.from === from ? found.known : nothing.known;
  const isDone = text !== undefined && toWritten !== undefined && isComplete(text, known, toWritten);
  useEffect(() => {
    if (text === undefined) {
      setFound(nothing);
      setClosedFrom(null);
      return;
    }
    if (isDone) return;
    let current = true;
    const timer = setTimeout(() => {
      // If the search fails, the name stays plain text.
      const searching = findPeople(text).catch(() => []);
      searching.then((people) => {
        if (!current) return;
        setFound((before) => ({
          from,
          text,
          people,
          known: before.from === from ? [...before.known, ...people] : people,
        }));
        setAt(0);
      });
    }, searchDelay);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, from, isDone, findPeople]);
  // Those found for another text are not who is meant now.
  const isCurrent = from !== null && found.from === from && found.text === text;
  const people = isCurrent && !isDone && closedFrom !== from ? found.people : nothing.people;
  const choose = (person: MentionChoice | undefined) => {
    if (person) insert(person);
    setFound({ ...found, people: [] });
  };
  return {
    people,
    at,
    setAt,
    choose,
    onKey: (event) => {
      if (people.length === 0) return false;
      if (event.key === 'ArrowDown') setAt((at + 1) % people.length);
      else if (event.key === 'ArrowUp') setAt((at + people.length - 1) % people.length);
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab')
        choose(people[at]);
      else if (event.key === 'Escape') setClosedFrom(from);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
