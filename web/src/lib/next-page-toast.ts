import { toast } from '#web/ui/toast.ts';

const name = 'hearth.next-page-toast';

interface PersistedToast {
  title: string;
  description?: string;
  /** When the page began that left it: it may still be there for a moment, and must not take it. */
  left_by: number;
}

/** Says something on the page that is about to be loaded. */
export function toastOnNextPage(message: { title: string; description?: string }): void {
  try {
    const kept: PersistedToast = { ...message, left_by: performance.timeOrigin };
    sessionStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // Without storage the next page just says nothing.
  }
}

/** Says what the page before left to say. */
export function showToastOfLastPage(): void {
  try {
    const text = sessionStorage.getItem(name);
    if (text === null) return;
    const { left_by, ...message } = JSON.parse(text) as PersistedToast;
    if (left_by === performance.timeOrigin) return;
    sessionStorage.removeItem(name);
    toast(message);
  } catch {
    // As above.
  }
}
