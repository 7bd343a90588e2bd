import { type SyntheticEvent, useRef } from 'react';

type Box = HTMLInputElement | HTMLTextAreaElement;

const charactersOf = (text: string): string[] => [...text];

/**
 * What a field holds after typing or pasting into it, with as much of the new text as there is room for, and where the
 * caret then stands. A text that was too long before may stay so, but not grow.
 */
export function fitInsertion(
  before: string,
  after: string,
  caret: number,
  max: number,
): { text: string; caret: number } {
  const old = charactersOf(before).length;
  const over = charactersOf(after).length - Math.max(max, old);
  if (over <= 0) return { text: after, caret };
  // What follows the caret stood there before: the new part ends at the caret.
  const inserted = charactersOf(after.slice(0, caret));
  const head = inserted.slice(0, Math.max(0, inserted.length - over)).join('');
  return { text: head + after.slice(caret), caret: head.length };
}

/** Two handlers as one. */
export const inTurn =
  <Event>(first: (event: Event) => void, second: ((event: Event) => void) | undefined) =>
  (event: Event): void => {
    first(event);
    second?.(event);
  };

/** Sets it past React, which would otherwise take the `input` that tells of it for no change. */
function setSilently(box: Box, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text);
}

/**
 * The `maxLength` of a field, counted in characters: the browser's own counts an emoji twice, and would refuse what the
 * server takes. Its parts are called before the field's own handlers.
 */
export function useCharacterLimit<Element extends Box>(max: number | undefined) {
  const last = useRef('');
  const fitted = (box: Box) => {
    const caret = box.selectionEnd ?? box.value.length;
    return max === undefined ? null : fitInsertion(last.current, box.value, caret, max);
  };
  const moveCaret = (box: Box, caret: number) => {
    if (box.selectionEnd !== null) box.setSelectionRange(caret, caret);
  };
  const remember = ({ currentTarget: box }: SyntheticEvent<Element>) => {
    last.current = box.value;
  };
  return {
    remember,
    /** While a word is being composed it is left alone. */
    keep: (event: SyntheticEvent<Element>) => {
      const box = event.currentTarget;
      if ((event.nativeEvent as InputEvent).isComposing) return;
      const matching = fitted(box);
      if (matching && matching.text !== box.value) {
        box.value = matching.text;
        moveCaret(box, matching.caret);
      }
      last.current = box.value;
    },
    keepComposed: ({ currentTarget: box }: SyntheticEvent<Element>) => {
      const matching = fitted(box);
      if (!matching || matching.text === box.value) return;
      setSilently(box, matching.text);
      moveCaret(box, matching.caret);
      box.dispatchEvent(new Event('input', { bubbles: true }));
    },
  };
}
