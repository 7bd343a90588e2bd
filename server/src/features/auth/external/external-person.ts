import { signUpBody } from '#contract/features/auth/auth.ts';
import { containsLink, hasUnsafeCharacters } from '#contract/values/display-names.ts';

/** The name of a new user from the provider's claims, within the sign-up rules. */
export interface ExternalPerson {
  first_name: string;
  last_name: string;
  full_name: string;
}

/** Used if the provider doesn't send a name or the sign-up rules reject it; not displayed next to a known name. */
// Not translated: it is stored as the name that everyone sees.
const fallback = { first: 'New', last: 'Member' };

/** Returns a claim as one line of at most 50 characters; empty if it isn't a string or contains a link. */
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

const isValidName = (name: string) => [...name].length >= 2;

/**
 * Returns the names of a new account: given and family name, otherwise the full name split up, otherwise other
 * claims.
 */
export function toExternalPerson(claims: Record<string, unknown>, email: string): ExternalPerson {
  const given = toLine(claims.given_name);
  const family = toLine(claims.family_name);
  if (isValidName(given) && isValidName(family)) {
    return { first_name: given, last_name: family, full_name: `${given} ${family}` };
  }
  const name = [
    toLine(claims.name),
    `${given} ${family}`.trim(),
    toLine(claims.preferred_username).replace(/@.*/, ''),
    toLine(claims.nickname),
    toLine(email.replace(/@.*/, '')),
  ].find(isValidName);
  if (!name) return toNames(fallback.first, fallback.last);
  const space = name.lastIndexOf(' ');
  const [first, last] = space === -1 ? [name, ''] : [name.slice(0, space).trim(), name.slice(space + 1)];
  if (isValidName(first) && isValidName(last)) return toNames(first, last);
  return { first_name: toLine(name), last_name: fallback.last, full_name: name };
}

function toNames(first: string, last: string): ExternalPerson {
  return { first_name: first, last_name: last, full_name: `${first} ${last}` };
}

/** Returns the normalized address and whether the provider has verified it; null if there is none. */
export function toExternalEmail(
  claims: Record<string, unknown>,
): { email: string; verified: boolean } | null {
  const parsed = signUpBody.shape.email.safeParse(claims.email);
  // Some providers send a string instead of a boolean.
  const verified = claims.email_verified === true || claims.email_verified === 'true';
  return parsed.success ? { email: parsed.data, verified } : null;
}
