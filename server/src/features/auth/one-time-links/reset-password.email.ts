import { t } from '#contract/i18n/translate.ts';
import { button, paragraph, quiet, usedAddressFooter } from '#server/platform/email/email-content.ts';
import { defineEmailTemplate } from '#server/platform/email/email-templates.ts';

export const resetPasswordEmail = defineEmailTemplate({
  name: 'reset-password',
  values: ['greeting', 'reset_url'],
  isUrgent: true,
  write: ({ brand, greeting, reset_url }) => ({
    subject: t('Reset your {brand} password', { brand }),
    preview: t('The link is valid for one hour.'),
    title: t('Choose a new password'),
    blocks: [
      paragraph([greeting]),
      paragraph(
        [
          t(
            'You asked to reset your {brand} password. This link lets you choose a new one. It works once and is valid for one hour.',
            { brand },
          ),
        ],
        [
          t(
            'You asked to reset your {brand} password. Open this address to choose a new one. It works once and is valid for one hour:',
            { brand },
          ),
        ],
      ),
      button(t('Choose a new password'), reset_url, [reset_url]),
      quiet([t("If the button doesn't work, open this address:"), [{ url: reset_url, text: reset_url }]], []),
      quiet([t("If you didn't request this, ignore this email. Your password won't change.")]),
    ],
    footer: usedAddressFooter(brand),
  }),
});
