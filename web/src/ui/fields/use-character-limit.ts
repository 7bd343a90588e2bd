import { type SyntheticEvent, useRef } from 'react';

type Box = HTMLInputElement | HTMLTextAreaElement;

const toCharacters = (text: string): string[] => [...text];

/**
 * Returns the text of a field after an insertion, truncated to the space that is left, and the caret position. Text
 * that was already too long may stay, but not grow.
 */
export function fitInsertion(
  before: string,
  after: string,
  caret: number,
  max: number,
): { text: string; caret: number } {
  const old = toCharacters(before).length;
  const over = toCharacters(after).length - Math.max(max, old);
  if (over <= 0) return { text: after, caret };
  // The text after the caret is unchanged: the insertion ends at the caret.
  const inserted = toCharacters(after.slice(0, caret));
  const head = inserted.slice(0, Math.max(0, inserted.length - over)).join('');
  return { text: head + after.slice(caret), caret: head.length };
}

/** Combines two handlers. */
export const chainHandlers =
  <Event>(first: (event: Event) => void, second: ((event: Event) => void) | undefined) =>
  (event: Event): void => {
    first(event);
    second?.(event);
  };

/** Sets the value without React noticing; React would otherwise ignore the following `input` event. */
function setNativeValue(box: Box, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text);
}

/**
 * A `maxLength` counted in characters. The native attribute counts an emoji twice and would reject what the server
 * accepts. Its handlers run before the field's own.
 */
export function useCharacterLimit<Element extends Box>(max: number | undefined) {
  const last = useRef('');
  const fitValue = (box: Box) => {
    const caret = box.selectionEnd ?? box.value.length;
    return max === undefined ? null : fitInsertion(last.current, box.value, caret, max);
  };
  const moveCaret = (box: Box, caret: number) => {
    if (box.selectionEnd !== null) box.setSelectionRange(caret, caret);
  };
  const recordValue = ({ currentTarget: box }: SyntheticEvent<Element>) => {
    last.current = box.value;
  };
  return {
    recordValue,
    /** Ignored while a word is being composed. */
    keep: (event: SyntheticEvent<Element>) => {
      const box = event.currentTarget;
      if ((event.nativeEvent as InputEvent).isComposing) return;
      const fitted = fitValue(box);
      if (fitted && fitted.text !== box.value) {
        box.value = fitted.text;
        moveCaret(box, fitted.caret);
      }
      last.current = box.value;
    },
    limitComposed: ({ currentTarget: box }: SyntheticEvent<Element>) => {
      const fitted = fitValue(box);
      if (!fitted || fitted.text === box.value) return;
      setNativeValue(box, fitted.text);
      moveCaret(box, fitted.caret);
      box.dispatchEvent(new Event('input', { bubbles: true }));
    },
  };
}
