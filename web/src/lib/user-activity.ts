/** How long someone counts as being there after they pressed, moved or typed something, in milliseconds. */
const activeTime = 60_000;

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;
const listeners = new Set<() => void>();
let lastInput = 0;
let isListening = false;

/** Whether the page can be seen, and there was input in the last 60 seconds. Opening the page is input. */
export const isUserActive = (): boolean =>
  document.visibilityState !== 'hidden' && Date.now() - lastInput < activeTime;

function onInput(): void {
  const wasActive = isUserActive();
  lastInput = Date.now();
  if (!wasActive && isUserActive()) for (const listener of listeners) listener();
}

/** Calls `listener` when someone comes back to the page: by input, or by showing it again. Returns what stops that. */
export function onUserReturn(listener: () => void): () => void {
  if (!isListening) {
    isListening = true;
    lastInput = Date.now();
    for (const name of inputs) document.addEventListener(name, onInput, { capture: true, passive: true });
    // Who shows the page again has pressed something outside of it.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') lastInput = 0;
      else onInput();
    });
  }
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
