import type { Chapter } from '#contract/features/videos/video-texts.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxChapters, maxChapterTitle, maxVideoDuration } from '#contract/values/limits.ts';
import { formatTime } from '../player/format-time.ts';

/** Returns chapters as lines that people write: `1:30 Fold the dough`. */
export const formatChapters = (chapters: readonly Chapter[]): string =>
  chapters.map(({ start, title }) => `${formatTime(start)} ${title}`).join('\n');

const line = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\s+(?:[-–—]\s+)?(\S.*)$/;

/** Reads chapters from lines with a time and a title. Returns what is wrong with the first line that can't be read. */
export function parseChapters(text: string): Chapter[] | string {
  const chapters: Chapter[] = [];
  for (const [index, written] of text.split('\n').entries()) {
    if (written.trim() === '') continue;
    const number = index + 1;
    const [, hours = '0', minutes = '0', seconds = '0', title = ''] = line.exec(written.trim()) ?? [];
    if (title === '')
      return t('Line {number, number}: write a time and a title, such as 1:30 Fold the dough.', { number });
    if ([...title].length > maxChapterTitle)
      return t('Line {number, number}: the title is longer than {max, number} characters.', {
        number,
        max: maxChapterTitle,
      });
    const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    if (start > maxVideoDuration || Number(seconds) > 59)
      return t("Line {number, number}: this time doesn't exist in a video.", { number });
    if (start <= (chapters.at(-1)?.start ?? -1))
      return t('Line {number, number}: the time must be after that of the line before.', { number });
    chapters.push({ start, title });
  }
  if (chapters.length > maxChapters)
    return t('There can be at most {max, number} chapters.', { max: maxChapters });
  return chapters;
}
