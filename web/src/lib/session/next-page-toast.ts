import { toast } from '#web/ui/overlays/toast.ts';

const name = 'hearth.next-page-toast';

interface PersistedToast {
  title: string;
  description?: string;
  /** `performance.timeOrigin` of the page that stored it, which must not show it itself. */
  left_by: number;
}

/** Stores a toast for the next page load. */
export function toastOnNextPage(message: { title: string; description?: string }): void {
  try {
    const stored: PersistedToast = { ...message, left_by: performance.timeOrigin };
    sessionStorage.setItem(name, JSON.stringify(stored));
  } catch {
    // Without storage the toast is not shown.
  }
}

/** Shows the toast stored by the previous page. */
export function showToastOfPreviousPage(): void {
  try {
    const text = sessionStorage.getItem(name);
    if (text === null) return;
    const { left_by, ...message } = JSON.parse(text) as PersistedToast;
    if (left_by === performance.timeOrigin) return;
    sessionStorage.removeItem(name);
    toast(message);
  } catch {}
}
