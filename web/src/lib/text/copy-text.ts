import { t } from '#contract/i18n/translate.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** Toast texts; the description of `failed` can contain the text to copy manually. */
interface CopyLabels {
  copied: string;
  failed: { title: string; description?: string };
}

/** Copies text to the clipboard. Resolves to false if the browser denies or lacks clipboard access. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies text to the clipboard and shows the result in a toast. */
export async function copyWithToast(text: string, { copied, failed }: CopyLabels): Promise<void> {
  if (await copyText(text)) toast({ title: copied, duration: 2_000 });
  else toast({ ...failed, variant: 'destructive' });
}

/** Copies an address to the clipboard and shows the result in a toast, with the address if it has to be copied manually. */
export const copyLinkWithToast = (address: string): Promise<void> =>
  copyWithToast(address, {
    copied: t('Link copied'),
    failed: { title: t("Couldn't copy the link"), description: address },
  });
