/** What someone did before the page was hydrated. */
interface EarlyInput {
  done: { type: string; control: HTMLElement; value: string; checked: boolean; recordedAt: number }[];
  /** Set once the page is being hydrated: whether a control is already, so that its events need no recording. */
  isHydrated?: (control: HTMLElement) => boolean;
  /** Called when something was recorded: loads the scripts, or repeats it once the page is being hydrated. */
  onRecorded?: () => void;
  /** Forgets presses and submitted forms. What was typed or chosen stays. */
  dropPresses(): void;
  /** Whether a reload loses nothing that was typed, and isn't the second one. */
  mayReload(): boolean;
  /** Shows a message in place of a toast; without a text, removes it. */
  say(text?: string): void;
  stop(): void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * Records presses of buttons, submitted forms, typed text and choices until the page is hydrated, and keeps the browser from
 * submitting forms itself. While something waits, `<html>` has the attribute `data-waiting`. Runs inline, before the
 * scripts, so it must not use anything outside of its body.
 */
export function recordEarlyInput(): void {
  const done: EarlyInput['done'] = [];
  const types = ['click', 'submit', 'input'];
  const record = (event: Event): void => {
    const target = event.target as HTMLElement;
    const control = event.type === 'click' ? target.closest<HTMLElement>('button, [role=button]') : target;
    if (!control || early.isHydrated?.(control)) return;
    if (event.type !== 'input') {
      event.preventDefault();
      // React handles an event that comes while it hydrates, so it would be handled twice.
      event.stopImmediatePropagation();
      document.documentElement.dataset.waiting = '';
    }
    const { value, checked } = control as HTMLInputElement;
    const earlier = done.find((other) => other.control === control && other.type === event.type);
    // Pressed again, it's still one press.
    const recordedAt = performance.now();
    if (earlier) Object.assign(earlier, { value, checked, recordedAt });
    else done.push({ type: event.type, control, value, checked, recordedAt });
    early.onRecorded?.();
  };
  const early: EarlyInput = {
    done,
    dropPresses: () => {
      done.splice(0, done.length, ...done.filter(({ type }) => type === 'input'));
      delete document.documentElement.dataset.waiting;
    },
    mayReload: () => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return visit?.type !== 'reload' && !done.some(({ type }) => type === 'input');
    },
    say: (text) => {
      const message = Object.assign(document.createElement('p'), { className: 'toast', textContent: text });
      document.querySelector('.toasts > :last-child')?.replaceChildren(...(text ? [message] : []));
    },
    stop: () => {
      for (const type of types) removeEventListener(type, record, true);
    },
  };
  for (const type of types) addEventListener(type, record, true);
  window.earlyInput = early;
}

/**
 * Returns whether events reach a control. React stops them on their way to a part of the page that it hasn't hydrated, and
 * hydrates the part if it can. The event of this test has no handlers anywhere.
 */
function isHydrated(control: HTMLElement): boolean {
  let arrived = false;
  const arrive = () => {
    arrived = true;
  };
  control.addEventListener('textInput', arrive);
  control.dispatchEvent(new Event('textInput'));
  control.removeEventListener('textInput', arrive);
  return arrived;
}

/** Changes a field as its user does. React ignores an event of a field whose value it has seen already. */
function changeField(field: HTMLElement, value: string, checked: boolean): void {
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    field.checked = field.type === 'checkbox' && !checked;
    field.click();
  } else if (
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  ) {
    const isSelect = field instanceof HTMLSelectElement;
    if (!isSelect) field.value = '';
    const prototype = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
  }
}

/** Milliseconds between two tests whether a part of the page is hydrated, and after which input for it is dropped. */
const retryDelay = 50;
const longestWait = 15_000;

/** Repeats what was recorded until now and meanwhile, in order, each as soon as its part of the page is hydrated. */
async function replayRecorded(done: EarlyInput['done'], start: number): Promise<void> {
  for (let next = done[0]; next; next = done[0]) {
    const { type, control, value, checked, recordedAt } = next;
    const isReady = control.isConnected && isHydrated(control);
    if (!isReady && control.isConnected && performance.now() < Math.max(start, recordedAt) + longestWait) {
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
      continue;
    }
    done.shift();
    if (!isReady) continue;
    if (type === 'input') changeField(control, value, checked);
    else if (type === 'submit') (control as HTMLFormElement).requestSubmit();
    else control.click();
  }
  document.documentElement.removeAttribute('data-waiting');
}

/**
 * Repeats what was recorded. Call it after the first render. Some parts of the page are hydrated later, when their code arrives, so
 * recording goes on for a while. The promise settles when what was recorded until then is repeated.
 */
export async function replayEarlyInput(): Promise<void> {
  const early = window.earlyInput;
  if (!early) return;
  window.earlyInput = undefined;
  early.isHydrated = isHydrated;
  const start = performance.now();
  let replaying: Promise<void> | null = null;
  early.onRecorded = () => {
    replaying ??= replayRecorded(early.done, start).finally(() => {
      replaying = null;
    });
  };
  setTimeout(() => early.stop(), longestWait);
  early.onRecorded();
  await replaying;
}
