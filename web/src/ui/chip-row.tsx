import { type ReactNode, useEffect, useRef } from 'react';

interface ChipRowProps {
  /** Accessible name of the choice. */
  label: string;
  /** The selected value; its chip has `aria-current`. */
  selected: string | undefined;
  children: ReactNode;
}

/** A row of chips that scrolls sideways if needed; scrolls the selected chip into view. */
export function ChipRow({ label, selected, children }: ChipRowProps) {
  const rowRef = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the selection changes.
  useEffect(() => {
    const chip = rowRef.current?.querySelector<HTMLElement>('[aria-current]');
    if (!rowRef.current || !chip) return;
    const { offsetLeft, offsetWidth } = chip;
    const { scrollLeft, clientWidth } = rowRef.current;
    const room = 40;
    if (offsetLeft - room < scrollLeft) rowRef.current.scrollLeft = offsetLeft - room;
    else if (offsetLeft + offsetWidth + room > scrollLeft + clientWidth)
      rowRef.current.scrollLeft = offsetLeft + offsetWidth + room - clientWidth;
  }, [selected]);
  return (
    <nav
      ref={rowRef}
      aria-label={label}
      className="chip-row relative -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] [scrollbar-width:none] md:mx-0 md:flex-1 md:pr-6 md:pl-px"
    >
      {children}
    </nav>
  );
}
