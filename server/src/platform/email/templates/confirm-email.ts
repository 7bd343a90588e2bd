import { t } from '#contract/i18n/translate.ts';
import { button, type EmailTemplateFunction, paragraph, quiet, usedAddressFooter } from '../email-content.ts';

export const confirmEmail: EmailTemplateFunction<'confirm-email'> = ({ brand, confirm_url }) => ({
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
});
