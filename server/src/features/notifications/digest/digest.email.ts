import { t } from '#contract/i18n/translate.ts';
import {
  button,
  paragraph,
  quiet,
  unsubscribeBlock,
  usedAddressFooter,
} from '#server/platform/email/email-content.ts';
import { defineEmailTemplate, notificationValues } from '#server/platform/email/email-templates.ts';
import { toItemBlocks } from '../delivery/bundle.email.ts';

/** The best new posts of a space. */
export const digestEmail = defineEmailTemplate({
  name: 'space-digest',
  values: ['headline', 'items', 'more', 'thinned', 'space_name', 'space_url', ...notificationValues],
  write: (values) => {
    const { brand, greeting, headline, items, more, thinned, space_name: space, space_url } = values;
    return {
      subject: headline,
      preview: t("Here's what members liked and talked about."),
      title: t('New in {space}', { space }),
      blocks: [
        paragraph([greeting]),
        ...toItemBlocks(items),
        ...(more ? [paragraph([more])] : []),
        button(t('Open {space}', { space }), space_url),
        ...(thinned ? [quiet([thinned])] : []),
        unsubscribeBlock(values),
      ],
      footer: usedAddressFooter(brand),
    };
  },
});
