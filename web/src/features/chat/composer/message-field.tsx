import '#web/styles/lazy/chat.css';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { MentionList, mentionFieldAttributes } from '#web/ui/mentions/mention-list.tsx';
import { findTypedName, type MentionChoice } from '#web/ui/mentions/mention-search.ts';
import { useMentionSuggestions } from '#web/ui/mentions/use-mention-suggestions.ts';

interface MessageFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (text: string) => void;
  onKey: (event: KeyboardEvent) => void;
  /** What the Enter key of a keyboard on the screen says. */
  enterKey: 'enter' | 'send';
  /** Finds people who can be mentioned; their `detail` is what is written: `@username`. Must be stable across renders. */
  findPeople: (search: string) => Promise<MentionChoice[]>;
}

const toWritten = ({ detail }: MentionChoice) => detail;

/** Where a message is typed: one line that grows up to eight. Suggests people for a name typed after @. */
export function MessageField({ field, value, onChange, onKey, enterKey, findPeople }: MessageFieldProps) {
  const id = useId();
  // Null while the field has no focus.
  const [caret, setCaret] = useState<number | null>(null);
  const nextCaret = useRef<number | null>(null);
  const name = caret === null ? null : findTypedName(value.slice(0, caret));
  const search =
    caret === null || name === null ? null : { text: name, from: caret - name.length - 1, to: caret };
  const insert = (person: MentionChoice) => {
    if (!search) return;
    const written = `${toWritten(person)} `;
    nextCaret.current = search.from + written.length;
    onChange(value.slice(0, search.from) + written + value.slice(search.to).replace(/^ /, ''));
  };
  const suggestions = useMentionSuggestions(search, findPeople, insert, toWritten);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret and the height follow the text.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    if (nextCaret.current !== null) {
      element.setSelectionRange(nextCaret.current, nextCaret.current);
      setCaret(nextCaret.current);
      nextCaret.current = null;
    }
    if (globalThis.CSS?.supports?.('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, value]);
  return (
    <>
      <textarea
        ref={field}
        className="composer-field"
        rows={1}
        dir="auto"
        enterKeyHint={enterKey}
        aria-label={t('Message')}
        placeholder={t('Message')}
        value={value}
        {...(suggestions.people.length > 0 && mentionFieldAttributes(id, suggestions.at))}
        onChange={({ target }) => {
          setCaret(target.selectionStart);
          onChange(target.value);
        }}
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
          setCaret(selectionStart === selectionEnd ? selectionStart : null)
        }
        onBlur={() => setCaret(null)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || !suggestions.onKey(event)) onKey(event);
        }}
      />
      <MentionList
        id={id}
        suggestions={suggestions}
        getAnchor={() => field.current?.getBoundingClientRect() ?? new DOMRect()}
      />
    </>
  );
}
