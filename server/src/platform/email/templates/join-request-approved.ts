import { t } from '#contract/i18n/translate.ts';
import {
  button,
  type EmailTemplateFunction,
  paragraph,
  unsubscribeBlock,
  usedAddressFooter,
} from '../email-content.ts';

export const joinRequestApproved: EmailTemplateFunction<'join-request-approved'> = (values) => {
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
};
