import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFocusedInRow, useSelectedInRow } from './show-in-row.ts';

interface ChipRowProps {
  /** Accessible name of the choice. */
  label: string;
  /** The selected value; its chip has `aria-current`. */
  selected: string | undefined;
  children: ReactNode;
}

/** Distance in pixels that counts as the end; positions may be fractions. */
const tolerance = 2;

/** Room in pixels beside a chip that is shown, for the arrows. */
const room = 40;

/** Returns which ends of the row hide chips. */
function useHiddenEnds(row: { current: HTMLElement | null }) {
  const [ends, setEnds] = useState({ start: false, end: false });
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const start = scrollLeft > tolerance;
      const end = scrollLeft + clientWidth < scrollWidth - tolerance;
      setEnds((now) => (now.start === start && now.end === end ? now : { start, end }));
    };
    element.addEventListener('scroll', measure, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    // It calls back at once, after a layout that it doesn't have to force.
    if (observer) observer.observe(element);
    else measure();
    return () => {
      element.removeEventListener('scroll', measure);
      observer?.disconnect();
    };
  }, [row]);
  return ends;
}

/**
 * A row of chips that scrolls sideways if needed; scrolls the selected chip into view, and the one that gets the focus by
 * keyboard. Where chips are hidden, it fades out
 * and has an arrow for the mouse; the keyboard and screen readers reach all chips without.
 */
export function ChipRow({ label, selected, children }: ChipRowProps) {
  const rowRef = useRef<HTMLElement>(null);
  const { start, end } = useHiddenEnds(rowRef);
  useSelectedInRow(rowRef, room, '[aria-current]', selected);
  useFocusedInRow(rowRef, room);
  const scroll = (direction: number) => rowRef.current?.scrollBy({ left: direction * 300 });
  return (
    <div className="chip-scroller">
      <nav
        ref={rowRef}
        aria-label={label}
        className="chip-row"
        data-start={start ? '' : undefined}
        data-end={end ? '' : undefined}
      >
        {children}
      </nav>
      {start && <Arrow direction={-1} onScroll={scroll} />}
      {end && <Arrow direction={1} onScroll={scroll} />}
    </div>
  );
}

/** Rotated, so that one icon serves both. */
function Arrow({ direction, onScroll }: { direction: 1 | -1; onScroll: (direction: number) => void }) {
  return (
    <button
      type="button"
      className="chip-arrow"
      data-end={direction > 0 ? '' : undefined}
      tabIndex={-1}
      aria-hidden="true"
      onClick={() => onScroll(direction)}
    >
      <ChevronRight size={18} />
    </button>
  );
}
