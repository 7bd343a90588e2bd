import { t } from '#contract/i18n/translate.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** Says that a conversation couldn't be started: why, if the server said so. */
export function toastStartFailure(error: unknown, isGroup: boolean): void {
  const fallback = isGroup ? t('Failed to start chat.') : t('Could not find or create a conversation.');
  toast({
    title: isGroup ? t('Failed to create conversation') : t('Error starting chat'),
    description: error instanceof ApiError ? toMessage(error, fallback) : fallback,
    variant: 'destructive',
  });
}
