import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the first invalid field inside `box` after a failed submit. Call `focusFirstError` on submit,
 * before `problems` changes; changes while typing do not move the focus.
 */
export function useFocusFirstError<Box extends HTMLElement>(
  problems: object,
): { box: RefObject<Box | null>; focusFirstError: () => void } {
  const box = useRef<Box>(null);
  const isRequested = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the problems change.
  useEffect(() => {
    if (isRequested.current) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    isRequested.current = false;
  }, [problems]);
  return {
    box,
    focusFirstError: () => {
      isRequested.current = true;
    },
  };
}
