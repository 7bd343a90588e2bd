import { t } from '#contract/i18n/translate.ts';
import {
  button,
  type EmailBlock,
  paragraph,
  unsubscribeBlock,
  usedAddressFooter,
} from '#server/platform/email/email-content.ts';
import { defineEmailTemplate, notificationValues } from '#server/platform/email/email-templates.ts';

/** One notification in an email. */
export interface BundleItem {
  sentence: string;
  /** An excerpt or times; empty if there is none. */
  detail: string;
  url: string;
}

// Queued values are single lines of text. Members' texts don't contain these symbols.
const [itemSeparator, partSeparator] = ['\u241e', '\u241f'];
const separators = /[\u241e\u241f]/g;

/** Returns notifications as one value of the template. */
export const toItemsValue = (items: readonly BundleItem[]): string =>
  items
    .map(({ sentence, detail, url }) =>
      [sentence, detail, url].map((part) => part.replace(separators, ' ')).join(partSeparator),
    )
    .join(itemSeparator);

function toBlock(item: string): EmailBlock {
  const [sentence = '', detail = '', url = ''] = item.split(partSeparator);
  const link = url ? [{ url, text: sentence }] : sentence;
  const lines = detail ? [link, detail] : [link];
  return paragraph(lines, [sentence, detail, url].filter(Boolean));
}

/** An email with the unread notifications of a space. */
export const bundleEmail = defineEmailTemplate({
  name: 'notification-bundle',
  values: ['headline', 'items', 'more', 'space_name', 'list_url', ...notificationValues],
  write: (values) => {
    const { brand, greeting, headline, items, more, space_name: space, list_url } = values;
    const [first = '', ...others] = items.split(itemSeparator);
    const [preview = ''] = first.split(partSeparator);
    return {
      subject: headline,
      preview,
      title: t("What's new in {space}", { space }),
      blocks: [
        paragraph([greeting]),
        ...[first, ...others].map(toBlock),
        ...(more ? [paragraph([more])] : []),
        button(t('Open notifications'), list_url),
        unsubscribeBlock(values),
      ],
      footer: usedAddressFooter(brand),
    };
  },
});
