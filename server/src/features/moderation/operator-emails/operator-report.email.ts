import { t } from '#contract/i18n/translate.ts';
import { button, paragraph, quiet } from '#server/platform/email/email-content.ts';
import { defineEmailTemplate } from '#server/platform/email/email-templates.ts';

export const operatorReportEmail = defineEmailTemplate({
  name: 'operator-report',
  values: [
    'space_name',
    'author_name',
    'reporter_name',
    'reported',
    'reason',
    'note',
    'case_id',
    /** How many reports were not emailed, as a sentence; empty for none. */
    'unsent',
    'reported_url',
  ],
  write: (values) => {
    const { brand, space_name: space, author_name: author, reporter_name: reporter } = values;
    return {
      subject: t('A report in {space} for you to review', { space }),
      preview: t('No moderator there can review it.'),
      title: t('A report for you to review'),
      blocks: [
        paragraph([
          t(
            '{reporter} reported {reported}. {author} is the only moderator of {space}, so no one there can review this.',
            { reporter, reported: values.reported, author, space },
          ),
        ]),
        paragraph([t('Reason: {reason}', { reason: values.reason }), values.note]),
        button(t('Open what was reported'), values.reported_url),
        quiet([
          t(
            "Report {id}. For the next hour, further reports about {author} in this space are in the server's log only. An admin of the space would see them all in its moderation queue.",
            { id: values.case_id, author },
          ),
        ]),
        ...(values.unsent === '' ? [] : [quiet([values.unsent])]),
      ],
      footer: t("You're receiving this because this is the support address of {brand}.", { brand }),
    };
  },
});
