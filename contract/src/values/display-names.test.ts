import { describe, expect, it } from 'vitest';
import { signUpBody } from '../features/auth/auth.ts';
import { spaceNameField } from '../features/spaces/spaces.ts';

const messageOf = (name: string) => signUpBody.shape.last_name.safeParse(name).error?.issues[0]?.message;

describe('names of people', () => {
  it.each([
    'J.R. Tolkien',
    "O'Neil",
    'Dr.No',
    'St. John-Smith',
    'Ada/Eve',
    'and/or.More',
    'Müller, Dipl.-Ing.',
    'عبد\u200cالله',
    '👩\u200d🚀 Mae',
    'wwwilliam',
  ])('%s passes', (name) => {
    expect(messageOf(name)).toBeUndefined();
  });

  it.each([
    'https://evil.example/claim',
    'WIN 1000 EUR: ftp://x',
    'www.evil.example',
    'Go to WWW.evil.example',
    'evil.example/claim now',
    'bücher.de/x',
    'пример.рф/x',
    'evil．example／claim',
  ])('%s is a link', (name) => {
    expect(messageOf(name)).toBe("Last name can't contain a link");
  });

  it.each([
    'Ada\u202eecalevoL',
    'A\u0000da',
    'A\tda',
    'A\nda',
    'A\u200bda',
    'Ada\u2066x',
    '\ufeffAd\ufeffa',
    'Ad\ud800a',
  ])('the characters of %j are rejected', (name) => {
    expect(messageOf(name)).toBe("Last name contains characters that can't be used");
  });
});

it('the name of a space is no link either', () => {
  expect(spaceNameField.safeParse('Web 2.0 in St.Gallen').success).toBe(true);
  expect(spaceNameField.safeParse('www.evil.example').success).toBe(false);
});
