import { CircleAlert, Info, X } from 'lucide-react';
import {
  type CSSProperties,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import {
  connectToaster,
  dismissToast,
  readToast,
  TOAST_DURATION_MS,
  TOAST_SWIPE_PX,
  type ToastEntry,
} from './toast.ts';

const none = () => undefined;

/**
 * Renders the toasts; mount it once. Shows one at a time, pauses while hovered or focused, and closes by swipe or Esc.
 */
export function Toaster() {
  const entry = useSyncExternalStore(connectToaster, readToast, none);
  const urgent = entry?.variant === 'destructive';
  return (
    // Both live regions are always present: a region that appears together with its text is often not announced.
    <section className="toasts" aria-label={t('Alerts')}>
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

function ToastCard({ entry }: { entry: ToastEntry }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [swipe, setSwipe] = useState(0);
  const [swiping, setSwiping] = useState(false);
  const start = useRef<number | undefined>(undefined);
  const dismiss = () => dismissToast(entry.id);
  useCountdown(entry.duration ?? TOAST_DURATION_MS, hovered || focused || swiping || !entry.open, dismiss);

  const startSwipe = (event: PointerEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('button, a')) return;
    start.current = event.clientX;
    setSwiping(true);
    event.currentTarget.setPointerCapture?.(event.pointerId);
  };
  const moveSwipe = (event: PointerEvent<HTMLElement>) => {
    if (start.current !== undefined) setSwipe(event.clientX - start.current);
  };
  const endSwipe = (event: PointerEvent<HTMLElement>) => {
    if (start.current === undefined) return;
    const isFarEnough =
      Math.abs(event.clientX - start.current) >= TOAST_SWIPE_PX && event.type === 'pointerup';
    start.current = undefined;
    setSwiping(false);
    if (isFarEnough) dismiss();
    else setSwipe(0);
  };

  const Icon = entry.variant === 'destructive' ? CircleAlert : Info;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div
      role="group"
      className="toast"
      data-variant={entry.variant ?? 'default'}
      data-state={entry.open ? (swiping ? 'swiping' : 'back') : 'closed'}
      style={{ '--swipe': `${swipe}px` } as CSSProperties}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => event.key === 'Escape' && dismiss()}
      onPointerDown={startSwipe}
      onPointerMove={moveSwipe}
      onPointerUp={endSwipe}
      onPointerCancel={endSwipe}
    >
      {entry.icon !== false && <Icon size={20} aria-hidden="true" />}
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{entry.title}</p>
        {entry.description && <p className="text-soft">{entry.description}</p>}
        {entry.action && (
          <Button
            size="sm"
            className="mt-2"
            onClick={() => {
              entry.action?.onPress();
              dismiss();
            }}
          >
            {entry.action.label}
          </Button>
        )}
      </div>
      <IconButton label={t('Dismiss')} size="sm" className="-my-1" onClick={dismiss}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
