import { t } from '#contract/i18n/translate.ts';
import { paragraph, quiet } from '#server/platform/email/email-content.ts';
import { defineEmailTemplate } from '#server/platform/email/email-templates.ts';

export const messageReportEmail = defineEmailTemplate({
  name: 'message-report',
  values: [
    'reporter_name',
    'author_name',
    'reason',
    'note',
    /** The beginning of the message as plain text; empty if it has no text. */
    'excerpt',
    'report_id',
  ],
  write: (values) => {
    const { brand, reporter_name: reporter, author_name: author, excerpt } = values;
    return {
      subject: t('A message by {author} was reported', { author }),
      preview: t('Only you can review it.'),
      title: t('A reported message for you to review'),
      blocks: [
        paragraph([
          t(
            '{reporter} reported a message by {author}. Conversations belong to no space, so no moderator sees this report.',
            { reporter, author },
          ),
        ]),
        ...(excerpt === '' ? [] : [paragraph([excerpt])]),
        paragraph([t('Reason: {reason}', { reason: values.reason }), values.note]),
        quiet([t('Report {id} in the table chat_reports.', { id: values.report_id })]),
      ],
      footer: t("You're receiving this because this is the support address of {brand}.", { brand }),
    };
  },
});
