import { expect, it } from 'vitest';
import { isBlank } from '#contract/schema/characters.ts';
import { maxMessageText } from '#contract/values/limits.ts';
import { requireMessageText } from './message-text.ts';

it.each(['', '  \n\t', '\u200b\u2060', '\u00ad', '\u2800', '\u3164\uffa0', '\u034f', '\u0000'])(
  '%j shows nothing',
  (text) => {
    expect(isBlank(text)).toBe(true);
    expect(isBlank(`${text}.${text}`)).toBe(false);
    expect(() => requireMessageText(text, false)).toThrow(expect.objectContaining({ code: 'message_empty' }));
    expect(requireMessageText(text, true)).toBe('');
  },
);

it('A message is stored without white space around it, and counted in characters', () => {
  expect(requireMessageText('  Hi \n there\n', false)).toBe('Hi \n there');
  const longest = '😀'.repeat(maxMessageText);
  expect(requireMessageText(`${longest} `, false)).toBe(longest);
  for (const hasAttachments of [true, false]) {
    expect(() => requireMessageText(`${longest}!`, hasAttachments)).toThrow(
      expect.objectContaining({ code: 'message_too_long' }),
    );
  }
});
