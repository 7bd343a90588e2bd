import { toast } from '#web/ui/toast.ts';

const name = 'hearth.next-page-toast';

/** Says something on the page that is about to be loaded. */
export function toastOnNextPage(message: { title: string; description?: string }): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(message));
  } catch {
    // Without storage the next page just says nothing.
  }
}

/** Says what the page before left to say. */
export function showToastOfLastPage(): void {
  try {
    const message = sessionStorage.getItem(name);
    if (message === null) return;
    sessionStorage.removeItem(name);
    toast(JSON.parse(message) as { title: string; description?: string });
  } catch {
    // As above.
  }
}
