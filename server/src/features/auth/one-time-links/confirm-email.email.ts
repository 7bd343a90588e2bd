import { t } from '#contract/i18n/translate.ts';
import { button, paragraph, quiet, usedAddressFooter } from '#server/platform/email/email-content.ts';
import { defineEmailTemplate } from '#server/platform/email/email-templates.ts';

export const confirmEmail = defineEmailTemplate({
  name: 'confirm-email',
  values: ['confirm_url'],
  isUrgent: true,
  write: ({ brand, confirm_url }) => ({
    subject: t('Confirm your email address'),
    preview: t('One click to finish signing up.'),
    title: t('Confirm your email address'),
    blocks: [
      paragraph([t('Hi,')]),
      paragraph(
        [t('Welcome to {brand}. Confirm your email address to finish signing up.', { brand })],
        [t('Welcome to {brand}. Confirm your email address to finish signing up:', { brand })],
      ),
      button(t('Confirm email address'), confirm_url, [confirm_url]),
      quiet(
        [t("If the button doesn't work, open this address:"), [{ url: confirm_url, text: confirm_url }]],
        [],
      ),
      quiet([t("If you didn't sign up, you can ignore this email.")]),
    ],
    footer: usedAddressFooter(brand),
  }),
});
