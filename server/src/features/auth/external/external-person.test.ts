import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signUpBody } from '#contract/features/auth/auth.ts';
import { toExternalPerson } from './external-person.ts';

const names = (first_name: string, last_name: string, full_name = `${first_name} ${last_name}`) => ({
  first_name,
  last_name,
  full_name,
});

describe('Names from provider claims', () => {
  it.each([
    [{ given_name: ' Ada ', family_name: 'Lovelace', name: 'Countess' }, names('Ada', 'Lovelace')],
    [{ name: 'Ada King Lovelace' }, names('Ada King', 'Lovelace')],
    [{ name: 'Sukarno' }, names('Sukarno', 'Member', 'Sukarno')],
    [{ given_name: '明', family_name: '王', name: '王明' }, names('王明', 'Member', '王明')],
    [{ given_name: 'J', family_name: 'Smith' }, names('J Smith', 'Member', 'J Smith')],
    [{ given_name: 'Ada', preferred_username: 'ada.l@example.com' }, names('Ada', 'Member', 'Ada')],
    [{ preferred_username: 'countess@example.com' }, names('countess', 'Member', 'countess')],
    [{ nickname: 'lady' }, names('lady', 'Member', 'lady')],
    [{ name: 42, given_name: null }, names('box', 'Member', 'box')],
    [
      { given_name: 'Ada', family_name: 'https://x.example', nickname: 'lady' },
      names('Ada', 'Member', 'Ada'),
    ],
    [{ name: 'WIN at x.example/now', nickname: 'lady' }, names('lady', 'Member', 'lady')],
    [{ name: 'Ada\u202e\n Love\u0000lace' }, names('Ada Love', 'lace')],
  ] as const)('are found in %j', (claims, expected) => {
    expect(toExternalPerson(claims, 'box@example.com')).toEqual(expected);
  });

  it('use a fallback if the claims contain no name', () => {
    expect(toExternalPerson({}, 'x@example.com')).toEqual(names('New', 'Member'));
  });

  it('always follow the sign-up rules and can be stored in the database', () => {
    const text = fc.option(fc.string({ unit: 'binary', maxLength: 120 }), { nil: undefined });
    const claims = fc.record({ given_name: text, family_name: text, name: text, nickname: text });
    const rules = signUpBody.pick({ first_name: true, last_name: true });
    fc.assert(
      fc.property(claims, (input) => {
        const person = toExternalPerson(input, 'x@example.com');
        const { first_name, last_name, full_name } = person;
        expect(rules.parse(person)).toEqual({ first_name, last_name });
        expect(full_name).toMatch(/^[^\p{Cc}\p{Cs}]{2,}$/u);
      }),
    );
  });
});
