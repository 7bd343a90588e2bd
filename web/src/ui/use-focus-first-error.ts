import { type RefObject, useEffect, useRef } from 'react';

/**
 * Leads whoever sends what is not ready to the first field that is marked as wrong inside `box`. Call `ask` when it is sent, with
 * new `problems` to follow; whoever only types on is left alone.
 */
export function useFocusFirstError<Box extends HTMLElement>(
  problems: object,
): { box: RefObject<Box | null>; ask: () => void } {
  const box = useRef<Box>(null);
  const wasAsked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other problems are what it follows.
  useEffect(() => {
    if (wasAsked.current) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    wasAsked.current = false;
  }, [problems]);
  return {
    box,
    ask: () => {
      wasAsked.current = true;
    },
  };
}
