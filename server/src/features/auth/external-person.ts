import { signUpBody } from '#contract/auth.ts';
import { containsLink, hasUnsafeCharacters } from '#contract/display-names.ts';

/** A new person as a provider describes them, within the sign-up rules. */
export interface ExternalPerson {
  first_name: string;
  last_name: string;
  full_name: string;
}

/** Stands in for a name the provider does not tell or that the sign-up rules do not take; not shown beside a known one. */
const fallback = { first: 'New', last: 'Member' };

/** A claim as one line of at most 50 characters; empty when it is no text, or a link, which no name may be. */
function toLine(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  const plain = [...claim]
    .map((character) => (hasUnsafeCharacters(character) ? ' ' : character))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  if (containsLink(plain)) return '';
  return plain
    .slice(0, 50)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

const matches = (name: string) => [...name].length >= 2;

/** Names for a new account: given and family name, else the full name taken apart, else what else there is. */
export function toExternalPerson(claims: Record<string, unknown>, email: string): ExternalPerson {
  const given = toLine(claims.given_name);
  const family = toLine(claims.family_name);
  if (matches(given) && matches(family)) {
    return { first_name: given, last_name: family, full_name: `${given} ${family}` };
  }
  const known = [
    toLine(claims.name),
    `${given} ${family}`.trim(),
    toLine(claims.preferred_username).replace(/@.*/, ''),
    toLine(claims.nickname),
    toLine(email.replace(/@.*/, '')),
  ].find(matches);
  if (!known) return toNames(fallback.first, fallback.last);
  const space = known.lastIndexOf(' ');
  const [first, last] = space === -1 ? [known, ''] : [known.slice(0, space).trim(), known.slice(space + 1)];
  if (matches(first) && matches(last)) return toNames(first, last);
  return { first_name: toLine(known), last_name: fallback.last, full_name: known };
}

function toNames(first: string, last: string): ExternalPerson {
  return { first_name: first, last_name: last, full_name: `${first} ${last}` };
}

/** The address in the spelling accounts use, and whether the provider vouches for it; null when there is none. */
export function toExternalEmail(
  claims: Record<string, unknown>,
): { email: string; verified: boolean } | null {
  const parsed = signUpBody.shape.email.safeParse(claims.email);
  // Some providers write the word instead of the truth value.
  const verified = claims.email_verified === true || claims.email_verified === 'true';
  return parsed.success ? { email: parsed.data, verified } : null;
}
