import { mentionedName } from '#contract/values/mentioned-name.ts';

/*
 * The Markdown of messages: **bold**, *italic* or _italic_, ~~struck~~, `code`, code blocks, > quotes, links and mentions.
 * Everything else is plain text. The result is data that `MessageText` shows, so no HTML of a message is ever parsed.
 */

export type Inline =
  | { type: 'text' | 'code'; text: string }
  | { type: 'bold' | 'italic' | 'struck'; children: Inline[] }
  | { type: 'link'; text: string; href: string }
  | { type: 'mention'; text: string; username: string };

export type Block = { type: 'paragraph' | 'quote'; lines: Inline[][] } | { type: 'code'; text: string };

/** Ends of emphasis that are considered, so that hostile texts take no time. */
const maxTries = 30;
/** Emphasis inside emphasis deeper than this stays text. */
const maxDepth = 4;

const marks = [
  { mark: '**', type: 'bold' },
  { mark: '~~', type: 'struck' },
  { mark: '*', type: 'italic' },
  { mark: '_', type: 'italic' },
] as const;

const letter = /[\p{L}\p{N}]/u;
const isLetter = (char: string | undefined) => char !== undefined && letter.test(char);
const isSpace = (char: string | undefined) => char === undefined || /\s/.test(char);

const webAddress = /(?:https?:\/\/|www\.)[^\s<>"`]+/iy;
const mention = new RegExp(`@(${mentionedName})`, 'uy');
const escapable = /[\\`*_~>@[\]]/;

const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Returns an address without the punctuation of the sentence around it. */
function trimAddress(address: string): string {
  let end = address.length;
  while (end > 0) {
    const last = address[end - 1] ?? '';
    const opening = brackets[last];
    const text = address.slice(0, end);
    const isUnbalanced = opening !== undefined && text.split(last).length > text.split(opening).length;
    if (!/[.,:;!?'"*_~]/.test(last) && !isUnbalanced) break;
    end -= 1;
  }
  return address.slice(0, end);
}

/** Returns the URL of an address that was typed; null if it isn't one that may be opened. */
export function toSafeHref(address: string): string | null {
  const url = URL.parse(/^www\./i.test(address) ? `https://${address}` : address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.hostname.includes('.') || url.hostname === 'localhost' ? url.href : null;
}

/** Parses one line. Keeps, for each mark, the position after which it has no end, so that the time stays linear. */
class LineParser {
  readonly #line: string;
  readonly #noEnd = new Map<string, number>();

  constructor(line: string) {
    this.#line = line;
  }

  parse(from = 0, to = this.#line.length, depth = 0): Inline[] {
    const parts: Inline[] = [];
    let text = '';
    const flush = () => {
      if (text !== '') parts.push({ type: 'text', text });
      text = '';
    };
    for (let at = from; at < to; ) {
      const char = this.#line[at] ?? '';
      const next = this.#line[at + 1];
      if (char === '\\' && at + 1 < to && next !== undefined && escapable.test(next)) {
        text += next;
        at += 2;
        continue;
      }
      const found = this.#part(at, to, depth);
      if (found) {
        flush();
        parts.push(found.part);
        at = found.end;
      } else {
        text += char;
        at += 1;
      }
    }
    flush();
    return parts;
  }

  /** Returns the part that starts at a position, and its end; null if it's text. */
  #part(at: number, to: number, depth: number): { part: Inline; end: number } | null {
    const char = this.#line[at];
    if (char === '`') return this.#code(at, to);
    if (char === '@') return this.#mention(at, to);
    if (char === 'h' || char === 'H' || char === 'w' || char === 'W') return this.#link(at, to);
    if (depth < maxDepth && (char === '*' || char === '_' || char === '~'))
      return this.#emphasis(at, to, depth);
    return null;
  }

  #code(at: number, to: number): { part: Inline; end: number } | null {
    const end = this.#find('`', at + 1, to);
    if (end === -1 || end === at + 1) return null;
    return { part: { type: 'code', text: this.#line.slice(at + 1, end) }, end: end + 1 };
  }

  #mention(at: number, to: number): { part: Inline; end: number } | null {
    const before = this.#line[at - 1];
    if (isLetter(before) || before === '@') return null;
    mention.lastIndex = at;
    const [text, username] = mention.exec(this.#line) ?? [];
    if (text === undefined || username === undefined || at + text.length > to) return null;
    return { part: { type: 'mention', text, username: username.toLowerCase() }, end: at + text.length };
  }

  #link(at: number, to: number): { part: Inline; end: number } | null {
    if (isLetter(this.#line[at - 1])) return null;
    webAddress.lastIndex = at;
    const [found] = webAddress.exec(this.#line) ?? [];
    if (found === undefined) return null;
    const text = trimAddress(found.slice(0, to - at));
    const href = toSafeHref(text);
    return href === null ? null : { part: { type: 'link', text, href }, end: at + text.length };
  }

  #emphasis(at: number, to: number, depth: number): { part: Inline; end: number } | null {
    for (const { mark, type } of marks) {
      if (!this.#line.startsWith(mark, at)) continue;
      const start = at + mark.length;
      const end = this.#endOf(mark, at, to);
      if (end === -1) continue;
      return { part: { type, children: this.parse(start, end, depth + 1) }, end: end + mark.length };
    }
    return null;
  }

  /** Returns where emphasis that starts at a position ends; -1 if it isn't emphasis. */
  #endOf(mark: string, at: number, to: number): number {
    const start = at + mark.length;
    if (isSpace(this.#line[start]) || this.#line[start] === mark[0]) return -1;
    if (mark === '_' && isLetter(this.#line[at - 1])) return -1;
    let end = start;
    for (let tries = 0; tries < maxTries; tries += 1) {
      end = this.#find(mark, end + 1, to);
      if (end === -1) return -1;
      const after = this.#line[end + mark.length];
      const isLonger = mark.length === 1 && (after === mark || this.#line[end - 1] === mark);
      const isInWord = mark === '_' && isLetter(after);
      if (!isSpace(this.#line[end - 1]) && this.#line[end - 1] !== '\\' && !isLonger && !isInWord) return end;
    }
    return -1;
  }

  #find(mark: string, from: number, to: number): number {
    if (from >= (this.#noEnd.get(mark) ?? Number.POSITIVE_INFINITY)) return -1;
    const end = this.#line.indexOf(mark, from);
    if (end === -1) this.#noEnd.set(mark, from);
    return end === -1 || end + mark.length > to ? -1 : end;
  }
}

const fence = /^\s*```/;
const quote = /^\s*>\s?/;

/** Removes the empty lines of a paragraph that is beside another block; the style sheet keeps them apart. */
function trimParagraph(block: Block, index: number, blocks: readonly Block[]): Block[] {
  if (block.type !== 'paragraph' || blocks.length === 1) return [block];
  const hasText = (line: Inline[]) =>
    line.some((part) => !('text' in part) || part.type !== 'text' || part.text.trim() !== '');
  const first = index === 0 ? 0 : block.lines.findIndex(hasText);
  const last = index === blocks.length - 1 ? block.lines.length - 1 : block.lines.findLastIndex(hasText);
  const lines = first === -1 ? [] : block.lines.slice(first, last + 1);
  return lines.length > 0 ? [{ ...block, lines }] : [];
}

/** Parses the text of a message. */
export function parseMessage(content: string): Block[] {
  const blocks: Block[] = [];
  const lines = content.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const last = blocks.at(-1);
    if (fence.test(line)) {
      const end = lines.findIndex((other, index) => index > at && fence.test(other));
      if (end !== -1) {
        // Text beside the fences stays: in the first line of the code, and after the block.
        const first = line.replace(fence, '');
        const code = lines.slice(at + 1, end);
        blocks.push({ type: 'code', text: (first.trim() === '' ? code : [first, ...code]).join('\n') });
        const after = lines[end]?.replace(fence, '') ?? '';
        lines[end] = after;
        at = after.trim() === '' ? end + 1 : end;
        continue;
      }
    }
    const type = quote.test(line) ? 'quote' : 'paragraph';
    const parsed = new LineParser(type === 'quote' ? line.replace(quote, '') : line).parse();
    if (last?.type === type) last.lines.push(parsed);
    else blocks.push({ type, lines: [parsed] });
    at += 1;
  }
  return blocks.flatMap(trimParagraph);
}

const emojiOnly =
  /^(?:\p{RI}\p{RI}|\p{Emoji}\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?)*|\s)+$/u;
/** A message of at most this number of emoji shows them large. */
const maxLargeEmoji = 3;

/** Returns whether a message consists of one to three emoji, and nothing else. */
export function isLargeEmoji(content: string): boolean {
  const text = content.trim();
  if (text === '' || text.length > 60 || !emojiOnly.test(text)) return false;
  const count = [...new Intl.Segmenter().segment(text.replace(/\s/g, ''))].length;
  return count <= maxLargeEmoji;
}
