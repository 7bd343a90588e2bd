import { t } from '#contract/i18n/translate.ts';
import {
  button,
  paragraph,
  plainOnly,
  quiet,
  toLink,
  tRich,
  usedAddressFooter,
} from '#server/platform/email/email-content.ts';
import { defineEmailTemplate } from '#server/platform/email/email-templates.ts';

export const accountExistsEmail = defineEmailTemplate({
  name: 'account-exists',
  values: ['login_url', 'reset_url'],
  isUrgent: true,
  write: ({ brand, login_url, reset_url }) => ({
    subject: t('You already have a {brand} account', { brand }),
    preview: t('Log in instead, or choose a new password.'),
    title: t('You already have an account'),
    blocks: [
      paragraph([t('Hi,')]),
      paragraph(
        [
          t(
            'Someone tried to sign up for {brand} with this email address, but it already has an account. If that was you, log in instead.',
            { brand },
          ),
        ],
        [
          t(
            'Someone tried to sign up for {brand} with this email address, but it already has an account. If that was you, log in instead:',
            { brand },
          ),
        ],
      ),
      button(t('Log in'), login_url, [login_url]),
      paragraph(
        [
          tRich(
            'Forgot your password? <link>Choose a new one</link>. The link works once and is valid for one hour.',
            { link: toLink(reset_url) },
          ),
        ],
        [t('Forgot your password? Choose a new one here. The link works once and is valid for one hour:')],
      ),
      plainOnly(reset_url),
      quiet(
        [
          t("If the links don't work, open one of these addresses:"),
          [{ url: login_url, text: login_url }],
          [{ url: reset_url, text: reset_url }],
        ],
        [],
      ),
      quiet([t("If it wasn't you, you can ignore this email. Your account hasn't changed.")]),
    ],
    footer: usedAddressFooter(brand),
  }),
});
