import { t } from '#contract/i18n/translate.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { ModuleLoadError } from './load-module.ts';

/** Says why code couldn't be loaded and what to do. */
export function describeLoadFailure(error: unknown): string {
  const reason = error instanceof ModuleLoadError ? error.reason : 'other';
  if (!navigator.onLine) return t("You're offline. Try again when you're back online.");
  if (reason === 'network') return t('Check your connection and try again.');
  return reason === 'gone'
    ? t("There's a new version. Reload the page to use it. Your drafts are saved.")
    : t('Try again. If it keeps failing, reload the page. Your drafts are saved.');
}

/** Says in a toast that something couldn't be loaded; with a button that reloads the page if that helps. */
export function showLoadFailure(error: unknown): void {
  const isUnreachable = !navigator.onLine || (error instanceof ModuleLoadError && error.reason === 'network');
  toast({
    title: t("Couldn't load this"),
    description: describeLoadFailure(error),
    variant: 'destructive',
    ...(isUnreachable
      ? {}
      : { action: { label: t('Reload page'), onPress: () => window.location.reload() } }),
  });
}
