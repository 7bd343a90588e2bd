import type { Message } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { ReportFormDialog } from '#web/features/moderation/index.ts';
import { call } from '#web/lib/api/api-client.ts';

/** Asks why a message is reported. The operator of the server gets the report with the messages around it. */
export function ReportMessageDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  return (
    <ReportFormDialog
      title={t('Report this message')}
      description={t(
        "The operator of this site will see it with the messages around it. {name} won't be notified.",
        { name: message.sender.full_name },
      )}
      send={async (reason, note) => {
        const { already } = await call('report_message', { message_id: message.id, reason, ...note });
        return {
          title: already ? t("You've already reported this message") : t('Report sent'),
          description: t('The operator of this site will review it.'),
        };
      }}
      onClose={onClose}
    />
  );
}
