import { t } from '#contract/i18n/translate.ts';
import {
  button,
  paragraph,
  unsubscribeBlock,
  usedAddressFooter,
} from '#server/platform/email/email-content.ts';
import { defineEmailTemplate, notificationValues } from '#server/platform/email/email-templates.ts';

export const joinRequestApprovedEmail = defineEmailTemplate({
  name: 'join-request-approved',
  values: ['space_name', 'space_url', ...notificationValues],
  write: (values) => {
    const { brand, greeting, space_name: space, space_url } = values;
    return {
      subject: t("You're in: {space}", { space }),
      preview: t('Your request to join was approved.'),
      title: t('Welcome to {space}', { space }),
      blocks: [
        paragraph([greeting]),
        paragraph([
          t(
            'Your request to join {space} was approved. You can now read the posts there, comment and write your own.',
            { space },
          ),
        ]),
        button(t('Open {space}', { space }), space_url),
        unsubscribeBlock(values),
      ],
      footer: usedAddressFooter(brand),
    };
  },
});
