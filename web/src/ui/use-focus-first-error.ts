import { type RefObject, useEffect, useRef } from 'react';

/**
 * Leads whoever sends what is not ready to the first field that is marked as wrong inside `box`. Call `ask` when it is sent, with
 * new `problems` to follow; whoever only types on is left alone.
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
