import { toast } from '#web/ui/toast.ts';

/** What is said of it: `failed` may carry a second line, such as the text itself to be copied by hand. */
interface CopyLabels {
  copied: string;
  failed: { title: string; description?: string };
}

/** Puts text on the clipboard. Answers whether it worked: a browser may forbid it, or know no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies, and says in a toast what came of it. */
export async function copyAndSay(text: string, { copied, failed }: CopyLabels): Promise<void> {
  if (await copyText(text)) toast({ title: copied });
  else toast({ ...failed, variant: 'destructive' });
}
