import type { AccessSettings } from '#contract/features/access/access.ts';
import type { SpaceTopic } from '#contract/values/topics.ts';

/** One community of the demo. People go by their short names. */
export interface Community {
  name: string;
  subdomain: string;
  primary_color: string;
  topic: SpaceTopic;
  is_private: boolean;
  description: string;
  short_description: string;
  about: string;
  support_email: string | null;
  rules: string[];
  /** The first one is there from the start; the others are added. Short name, emoji and name. */
  categories: { key: string; icon: string; name: string; access?: AccessSettings }[];
  owner: string;
  admins: string[];
  members: string[];
  /** People with a pending join request. */
  waiting: { person: string; message: string }[];
  /** Titles of the pinned posts in the order in which they are pinned: the last one is on top. */
  pinned: string[];
  /** Conversations in the order in which they began; see `readThreads`. */
  threads: string[];
  /** What the owner calls the nine levels, lowest first, if they have. */
  level_names?: string[];
  /** Whether an image introduces it on its about page. */
  has_intro: boolean;
}

export interface Remark {
  by: string;
  text: string;
  /** Position of the remark that this one replies to; null for the post itself. */
  responses: number | null;
}

export interface Thread {
  by: string;
  category: string;
  /** The images of the post, by their names in `media/images`. */
  images: string[];
  /** How well it was liked, from 0 to 3. */
  warmth: number;
  title: string;
  /** HTML. */
  body: string;
  remarks: Remark[];
}

function toHtml(lines: string[]): string {
  const inline = (text: string) =>
    text
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
      .replace(/_(.+?)_/g, '<em>$1</em>')
      .replace(/\[(.+?)\]\((https:\S+?)\)/g, '<a href="$2">$1</a>');
  const blocks: string[] = [];
  let items: string[] = [];
  const closeList = () => {
    if (items.length > 0) blocks.push(`<ul>${items.join('')}</ul>`);
    items = [];
  };
  for (const line of lines) {
    if (line.startsWith('* ')) items.push(`<li><p>${inline(line.slice(2))}</p></li>`);
    else {
      closeList();
      blocks.push(`<p>${inline(line)}</p>`);
    }
  }
  closeList();
  return blocks.join('');
}

function readRemarks(lines: string[]): Remark[] {
  // The latest remark at each depth, which the next deeper one replies to.
  const latest: number[] = [];
  return lines.map((line, index) => {
    const [, marks = '', by = '', text = ''] = /^(>*)\s*(\w+): (.+)$/.exec(line) ?? [];
    if (!by) throw new Error(`This is no remark: ${line}`);
    const depth = marks.length;
    if (depth > latest.length) throw new Error(`This remark answers nothing: ${line}`);
    latest.length = depth;
    latest.push(index);
    return { by, text: toHtml([text]), responses: depth === 0 ? null : (latest[depth - 1] ?? null) };
  });
}

/**
 * Reads conversations from their plain form. A thread begins with `== author | category | images | warmth | title`, its
 * text follows line by line (a paragraph each, `* ` for lists, `[words](address)` for links), and after `--` the remarks: `person: text`, with `>`
 * before a reply and `>>` before a reply to that.
 */
export function readThreads(text: string): Thread[] {
  return text
    .trim()
    .split(/^== /m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [head = '', ...rest] = part.split('\n').map((line) => line.trim());
      const lines = rest.filter((line) => line !== '');
      const divide = lines.indexOf('--') === -1 ? lines.length : lines.indexOf('--');
      const [by = '', category = '', image = '', warmth = '', title = ''] = head
        .split('|')
        .map((field) => field.trim());
      return {
        by,
        category,
        images: image === '-' ? [] : image.split('+'),
        warmth: Number(warmth),
        title,
        body: toHtml(lines.slice(0, divide)),
        remarks: readRemarks(lines.slice(divide + 1)),
      };
    });
}
