import { expect, it } from 'vitest';
import { item } from '#server/platform/email/email-content.ts';
import { type BundleItem, toItemBlocks, toItemsValue } from './bundle.email.ts';

const url = 'https://hearth.test/bread';
const blocksOf = (...items: BundleItem[]) => toItemBlocks(toItemsValue(items));

it('Each notification is an item: its sentence as a link, and what it is about', () => {
  const sentence = 'Olive commented on Flour';
  expect(blocksOf({ sentence, detail: 'How much?', url }, { sentence, detail: '', url })).toEqual([
    item(sentence, 'How much?', url),
    item(sentence, '', url),
  ]);
});

it('A notification that leads nowhere is only its sentence', () => {
  const sentence = 'Olive left';
  expect(blocksOf({ sentence, detail: '', url: '' })).toEqual([item(sentence, '', '')]);
});

it('The symbols that separate notifications do not divide what members wrote', () => {
  const blocks = blocksOf({ sentence: 'a\u241eb', detail: 'c\u241fd', url });
  expect(blocks).toEqual([item('a b', 'c d', url)]);
});
