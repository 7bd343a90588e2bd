import type { Caption } from '#contract/features/videos/video-texts.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxCaptions, maxCaptionText, maxVideoDuration } from '#contract/values/limits.ts';
import { AppError } from '#server/platform/errors.ts';

const timing =
  /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{3})[ \t]+-->[ \t]+(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{3})(?:[ \t].*)?$/;
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  lrm: '',
  rlm: '',
};

const refuse = (line: number, message: string): never => {
  throw new AppError('captions_unreadable', null, {
    message: t('Line {line, number}: {message}', { line, message }),
  });
};

const toSeconds = (hours = '0', minutes = '0', seconds = '0', millis = '0'): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(millis) / 1000;

/** Returns the plain text of lines of a caption: who speaks stays, other markup doesn't. */
function toPlainLines(lines: string[]): string {
  return (
    lines
      .join('\n')
      .replace(/<v(?:\.[^<> \t\n]*)?[ \t]+([^<>]*)>/g, '$1: ')
      .replace(/<[^<>]*>/g, '')
      .replace(/\{\\[^{}]*\}/g, '')
      .replace(/&([a-z]{2,4});/g, (whole, name: string) => entities[name] ?? whole)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
      .replace(/[\0-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g, ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n')
  );
}

interface Block {
  /** The number of its first line in the file. */
  line: number;
  lines: string[];
}

/** Returns the groups of lines between blank lines. */
function toBlocks(file: string): Block[] {
  const blocks: Block[] = [];
  let block: Block | null = null;
  for (const [index, text] of file.split('\n').entries()) {
    if (text.trim() === '') block = null;
    else if (block) block.lines.push(text);
    else {
      block = { line: index + 1, lines: [text] };
      blocks.push(block);
    }
  }
  return blocks;
}

/** Reads a group of lines: an optional number or name, the times, and the text. Null for one without text. */
function toCaption({ line, lines }: Block): Caption | null {
  const at = lines[0]?.includes('-->') ? 0 : 1;
  const found = timing.exec(lines[at]?.trimEnd() ?? '');
  if (!found) return refuse(line, t('A time such as 00:01.000 --> 00:04.000 is missing.'));
  const start = toSeconds(found[1], found[2], found[3], found[4]);
  const end = toSeconds(found[5], found[6], found[7], found[8]);
  if (end <= start) return refuse(line + at, t('The end must be after the start.'));
  if (end > maxVideoDuration) return refuse(line + at, t('The time is after the end of the longest video.'));
  const text = toPlainLines(lines.slice(at + 1));
  if (text.length > maxCaptionText)
    return refuse(line, t('A caption can have at most {max, number} characters.', { max: maxCaptionText }));
  return text === '' ? null : { start, end, text };
}

/**
 * Reads captions in the format WebVTT or SRT and returns them in the order of their start. Styles, positions and markup are
 * left out, so that the texts are plain.
 * @throws AppError `captions_unreadable`, whose message names the line
 */
export function parseCaptions(file: string): Caption[] {
  const blocks = toBlocks(file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(blocks[0]?.lines[0] ?? '');
  const isText = ({ lines: [first = ''] }: Block) => !/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(first);
  const read = isVtt ? blocks.slice(1).filter(isText) : blocks;
  const isSrt = /^\d+$/.test(read[0]?.lines[0]?.trim() ?? '') && read[0]?.lines[1]?.includes('-->');
  if (!isVtt && !isSrt) throw new AppError('captions_unreadable');
  if (read.length > maxCaptions)
    return refuse(
      read[maxCaptions]?.line ?? 1,
      t('There can be at most {max, number} captions.', { max: maxCaptions }),
    );
  const captions = read.map(toCaption).filter((caption) => caption !== null);
  if (captions.length === 0) throw new AppError('captions_unreadable');
  return captions.sort((a, b) => a.start - b.start || a.end - b.end);
}
