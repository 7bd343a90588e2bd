/** A person who can be mentioned. */
export interface MentionChoice {
  id: string;
  name: string;
  /** Secondary text, such as the username. */
  detail: string;
  image: string | null;
}

/** The typed part of a name: from the @ to the caret. */
export interface MentionSearch {
  text: string;
  from: number;
  to: number;
}

const longestSearch = 40;
/** An @ at the start of a word and up to two words after it. */
const typedName = /(?:^|[\s(\uFFFC])@([\p{L}\p{M}\p{N}._'-]*(?: [\p{L}\p{M}\p{N}._'-]*)?)$/u;

/** Returns the name being typed at the end of a text, without the @; null if there is none. */
export function findTypedName(before: string): string | null {
  const text = typedName.exec(before)?.[1];
  return text === undefined || text.length > longestSearch ? null : text;
}
