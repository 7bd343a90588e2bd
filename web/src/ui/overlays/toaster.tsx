import { CircleAlert, Info, X } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import {
  connectToaster,
  dismissToast,
  readToast,
  TOAST_DURATION_MS,
  TOAST_READ_MS,
  TOAST_SWIPE_PX,
  type ToastEntry,
} from './toast.ts';
import { useToastFloor } from './use-toast-floor.ts';

const none = () => undefined;

/**
 * Renders the toasts; mount it once. Shows one at a time, pauses while hovered or focused, and closes by swipe or Esc.
 */
export function Toaster() {
  const entry = useSyncExternalStore(connectToaster, readToast, none);
  const urgent = entry?.variant === 'destructive';
  const area = useRef<HTMLElement>(null);
  const floor = useToastFloor(area, entry?.open ? entry.id : null);
  return (
    // Both live regions are always present: a region that appears together with its text is often not announced.
    <section
      ref={area}
      className="toasts"
      aria-label={t('Alerts')}
      style={{ '--floor': `${floor}px` } as CSSProperties}
    >
      <div aria-live="polite" aria-atomic="true">
        {entry && !urgent && <ToastCard key={entry.id} entry={entry} />}
      </div>
      <div aria-live="assertive" aria-atomic="true">
        {entry && urgent && <ToastCard key={entry.id} entry={entry} />}
      </div>
    </section>
  );
}

/** Calls `done` after `duration` milliseconds; time spent paused does not count. */
function useCountdown(duration: number, paused: boolean, done: () => void) {
  const left = useRef(duration);
  const latest = useRef(done);
  useEffect(() => {
    latest.current = done;
  });
  useEffect(() => {
    if (paused || left.current === Number.POSITIVE_INFINITY) return;
    const since = performance.now();
    const timer = setTimeout(() => latest.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [paused]);
}

/**
 * Calls `done` after a swipe over the element; returns how far it is swiped, in pixels, or null. On phones, touches go through a
 * toast to what is below it, so the swipe is recognized by its position.
 */
function useSwipe(
  element: RefObject<HTMLElement | null>,
  isActive: boolean,
  done: () => void,
): number | null {
  const [swiped, setSwiped] = useState<number | null>(null);
  const latest = useRef(done);
  useEffect(() => {
    latest.current = done;
  });
  useEffect(() => {
    if (!isActive) return;
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true };
    let start: { x: number; y: number } | undefined;
    const isOver = ({ target, clientX, clientY }: PointerEvent) => {
      const card = element.current;
      if (!card || (target instanceof Element && target.closest('.toast :is(button, a)'))) return false;
      const { left, right, top, bottom } = card.getBoundingClientRect();
      return (
        (target instanceof Node && card.contains(target)) ||
        (clientX >= left && clientX <= right && clientY >= top && clientY <= bottom)
      );
    };
    const end = () => {
      start = undefined;
      setSwiped(null);
    };
    document.addEventListener(
      'pointerdown',
      (event) => {
        if (!isOver(event)) return;
        start = { x: event.clientX, y: event.clientY };
        setSwiped(0);
      },
      options,
    );
    document.addEventListener('pointermove', ({ clientX }) => start && setSwiped(clientX - start.x), options);
    document.addEventListener(
      'pointerup',
      ({ clientX }) => {
        if (!start) return;
        const isFarEnough = Math.abs(clientX - start.x) >= TOAST_SWIPE_PX;
        end();
        if (isFarEnough) latest.current();
      },
      options,
    );
    document.addEventListener('pointercancel', () => start && end(), options);
    // Otherwise the browser takes the gesture for scrolling, and the page gets no end of it.
    document.addEventListener(
      'touchmove',
      (event) => {
        const [touch] = event.touches;
        if (!start || !touch || !event.cancelable) return;
        if (Math.abs(touch.clientX - start.x) > Math.abs(touch.clientY - start.y)) event.preventDefault();
      },
      { ...options, passive: false },
    );
    return () => {
      stop.abort();
      setSwiped(null);
    };
  }, [element, isActive]);
  return swiped;
}

/**
 * Calls `done` when a finger touches the page outside the element, once it has been there long enough to be read: the person
 * goes on, and on a phone a toast covers what they go on with.
 */
function useTouchElsewhere(
  element: RefObject<HTMLElement | null>,
  isActive: boolean,
  done: () => void,
): void {
  const latest = useRef(done);
  useEffect(() => {
    latest.current = done;
  });
  useEffect(() => {
    if (!isActive) return;
    const stop = new AbortController();
    const since = performance.now();
    document.addEventListener(
      'pointerdown',
      ({ pointerType, clientX, clientY }) => {
        const box = element.current?.getBoundingClientRect();
        if (!box || pointerType !== 'touch' || performance.now() - since < TOAST_READ_MS) return;
        const isInside =
          clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
        if (!isInside) latest.current();
      },
      { signal: stop.signal, passive: true, capture: true },
    );
    return () => stop.abort();
  }, [element, isActive]);
}

function ToastCard({ entry }: { entry: ToastEntry }) {
  const card = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const dismiss = () => dismissToast(entry.id);
  const swiped = useSwipe(card, entry.open, dismiss);
  const isSwiping = swiped !== null;
  useCountdown(entry.duration ?? TOAST_DURATION_MS, hovered || focused || isSwiping || !entry.open, dismiss);
  const isPassing =
    entry.variant !== 'destructive' && !entry.action && entry.duration !== Number.POSITIVE_INFINITY;
  useTouchElsewhere(card, entry.open && isPassing, dismiss);

  const Icon = entry.variant === 'destructive' ? CircleAlert : Info;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div
      ref={card}
      role="group"
      className="toast"
      data-variant={entry.variant ?? 'default'}
      data-lasting={entry.duration === Number.POSITIVE_INFINITY ? '' : undefined}
      data-state={entry.open ? (isSwiping ? 'swiping' : 'back') : 'closed'}
      style={{ '--swipe': `${swiped ?? 0}px` } as CSSProperties}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => event.key === 'Escape' && dismiss()}
    >
      {entry.icon !== false && <Icon size={20} aria-hidden="true" />}
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{entry.title}</p>
        {entry.description && (
          <>
            <p className="text-soft">{entry.description}</p>
            <ToastAction entry={entry} />
          </>
        )}
      </div>
      {!entry.description && <ToastAction entry={entry} />}
      <IconButton label={t('Dismiss')} size="sm" className="toast-x -my-1" onClick={dismiss}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Beside a title; below a description, for which a narrow column is left otherwise. */
function ToastAction({ entry: { id, action, description } }: { entry: ToastEntry }) {
  if (!action) return null;
  const press = () => {
    action.onPress();
    dismissToast(id);
  };
  return (
    <Button size="sm" className={description ? 'mt-2' : 'self-center'} onClick={press}>
      {action.label}
    </Button>
  );
}
