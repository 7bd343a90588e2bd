import { t } from '#contract/i18n/translate.ts';
import {
  button,
  paragraph,
  unsubscribeBlock,
  usedAddressFooter,
} from '#server/platform/email/email-content.ts';
import { defineEmailTemplate, notificationValues } from '#server/platform/email/email-templates.ts';

export const joinRequestDeclinedEmail = defineEmailTemplate({
  name: 'join-request-declined',
  values: ['space_name', 'about_url', ...notificationValues],
  write: (values) => {
    const { brand, greeting, space_name: space, about_url } = values;
    return {
      subject: t('Your request to join {space}', { space }),
      preview: t('Thanks for your interest in {space}.', { space }),
      title: t('About your request to join'),
      blocks: [
        paragraph([greeting]),
        paragraph([
          t(
            "Thanks for your interest in {space}. Its moderators didn't approve your request to join this time. You can still read about the space, and you're welcome to ask again later.",
            { space },
          ),
        ]),
        button(t('Read about {space}', { space }), about_url),
        unsubscribeBlock(values),
      ],
      footer: usedAddressFooter(brand),
    };
  },
});
