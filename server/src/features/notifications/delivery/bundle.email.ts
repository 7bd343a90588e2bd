import {
  button,
  type EmailBlock,
  item,
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

function toBlock(value: string): EmailBlock {
  const [sentence = '', detail = '', url = ''] = value.split(partSeparator);
  return item(sentence, detail, url);
}

/** Returns the paragraphs of the notifications in a value of the template. */
export const toItemBlocks = (items: string): EmailBlock[] => items.split(itemSeparator).map(toBlock);

/** An email with the unread notifications of a space, or of conversations. */
export const bundleEmail = defineEmailTemplate({
  name: 'notification-bundle',
  values: ['headline', 'title', 'items', 'more', 'list_label', 'list_url', ...notificationValues],
  write: (values) => {
    const { brand, greeting, headline, title, items, more, list_label, list_url } = values;
    const [preview = ''] = items.split(/[\u241e\u241f]/);
    return {
      subject: headline,
      preview,
      title,
      blocks: [
        paragraph([greeting]),
        ...toItemBlocks(items),
        ...(more ? [paragraph([more])] : []),
        button(list_label, list_url),
        unsubscribeBlock(values),
      ],
      footer: usedAddressFooter(brand),
    };
  },
});
