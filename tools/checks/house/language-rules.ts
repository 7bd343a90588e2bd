/*
 * Checks that names and texts use the terms of docs/glossary.md. Pure functions from a file to its problems: banned words in
 * file names, identifiers, columns, operations and error codes; banned phrases in texts that people read; citations of
 * documents that the repository does not contain.
 */

/** Words that no name contains, and the term to use. A name is split at its humps, underscores, hyphens and dots. */
const bannedWords = new Map([
  ...['tell', 'tells', 'told', 'telling', 'tellings', 'teller'].map(
    (word) => [word, 'notify, publish'] as const,
  ),
  ...['hear', 'hears', 'heard', 'hearer', 'hearers'].map(
    (word) => [word, 'subscribe, receive, recipient'] as const,
  ),
  ...['thing', 'things'].map((word) => [word, 'target, item'] as const),
  ...['notice', 'notices'].map((word) => [word, 'notification, toast, banner, message'] as const),
  ...['picture', 'pictures'].map((word) => [word, 'image'] as const),
  ...['film', 'films'].map((word) => [word, 'video'] as const),
  ...['colour', 'colours'].map((word) => [word, 'color'] as const),
  ...['mails', 'mailed'].map((word) => [word, 'email'] as const),
  ...['standing', 'standings'].map((word) => [word, 'memberLevel, rank'] as const),
  ['anew', 'refetch, again'],
  ['answer', 'response, rsvp, reply'],
  ['answers', 'responses, rsvps, replies'],
  ['asker', 'requester'],
]);

/** Phrases that no screen, error sentence or email contains. */
const bannedPhrases: [pattern: RegExp, use: string][] = [
  [/\bpeople who run\b|\bthose who run\b/i, 'moderators'],
  [/\b(nobody|somebody)\b/i, 'no one, someone'],
  [/\bany more\b(?! than)/i, 'anymore'],
  [/\bcould not be \w+ed\b/i, "couldn't"],
  [/\banew\b|\bwhoever\b/i, 'plain words'],
  [/\bcolour/i, 'color'],
  [/(?<!-in-|<|<\/)\bpictures?\b(?!-in-)/i, 'image, photo'],
];

/** The words that are terms of a feature, in the files whose path names it. */
const termsOfFeatures: [path: RegExp, words: string[]][] = [[/quiz/, ['answer', 'answers']]];

const citation = /\b[Dd]ocuments? [1-9]\b|\breadings? [A-D]\d|\bthin areas\b/;

const isCode = (path: string) => /\.(ts|tsx|mts|mjs)$/.test(path);
/** Texts of demo people and of hostile test input are not the product's own. */
const isExempt = (path: string) =>
  /^server\/seed\/content\/|^tools\/checks\/house\/language-rules|^bench\/prose\.ts$|\.gen\.ts$/.test(path);
/** Screens, errors and emails: where a string literal is a text that people read. */
const hasTexts = (path: string) =>
  /^web\/src\/(app|features|pages|ui|lib)\/.*\.tsx?$|^contract\/src\/(.*\.errors|schema\/request-errors)\.ts$|^server\/.*(-copy|-messages|-labels|\.view)\.ts$/.test(
    path,
  ) && !/\.(test|gallery)\.tsx?$/.test(path);

/** The words of a name: `toHTMLText`, `to_html_text` and `to-html-text` all give `to`, `html`, `text`. */
export function splitName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

function bannedWordOf(path: string, name: string): string | null {
  // Browsers name it so.
  const words = splitName(name.replace(/picture-?in-?picture/gi, ''));
  const terms = termsOfFeatures.flatMap(([place, ofFeature]) => (place.test(path) ? ofFeature : []));
  const word = words.find((one) => bannedWords.has(one) && !terms.includes(one));
  return word ? `"${word}" in ${name}: use ${bannedWords.get(word)} (docs/glossary.md)` : null;
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** Code without comments; string literals become spaces too when `strings` is false. */
function codeOf(text: string, strings: boolean): string {
  const pattern =
    /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gm;
  return text.replace(pattern, (match) => {
    if (match.startsWith('/')) return blank(match);
    return strings ? match : blank(match);
  });
}

function checkNames(path: string, text: string): string[] {
  const problems: string[] = [];
  const code = path.endsWith('.sql') ? text.replace(/--.*$|'[^'\n]*'/gm, blank) : codeOf(text, false);
  // JSX text is not a name: only words that look like code count where tags are near.
  const pattern = path.endsWith('x')
    ? /(?<![\w$])[A-Za-z_$]*[a-z][A-Z_]\w*|\b[a-z_$]\w*(?=\s*[=(:;,)}.])/g
    : /[A-Za-z_$][\w$]*/g;
  code.split('\n').forEach((line, index) => {
    for (const [name] of line.matchAll(pattern)) {
      const problem = bannedWordOf(path, name);
      if (problem) problems.push(`line ${index + 1}: ${problem}`);
    }
  });
  return problems;
}

function checkTexts(text: string): string[] {
  const problems: string[] = [];
  codeOf(text, true)
    .split('\n')
    .forEach((line, index) => {
      for (const [pattern, use] of bannedPhrases) {
        const match = pattern.exec(line);
        if (match) problems.push(`line ${index + 1}: "${match[0]}" in a text: use ${use}`);
      }
    });
  return problems;
}

/** Returns the language problems of a file, each starting with its path. */
export function checkLanguage(path: string, text: string): string[] {
  if (isExempt(path)) return [];
  const problems: string[] = [];
  const inName = bannedWordOf(path, path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/, ''));
  if (inName) problems.push(inName);
  text.split('\n').forEach((line, index) => {
    if (citation.test(line)) {
      problems.push(
        `line ${index + 1}: cites a document that the repository does not contain; write the rule itself`,
      );
    }
  });
  if (isCode(path) || path.endsWith('.sql')) problems.push(...checkNames(path, text));
  if (hasTexts(path)) problems.push(...checkTexts(text));
  return problems.map((problem) => `${path}: ${problem}`);
}
