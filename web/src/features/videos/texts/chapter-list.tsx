import '#web/styles/lazy/classroom.css';
import type { Chapter } from '#contract/features/videos/video-texts.ts';
import { t } from '#contract/i18n/translate.ts';
import { formatTime } from '../player/format-time.ts';
import { currentIndex } from './current-item.ts';

interface ChapterListProps {
  id: string;
  chapters: readonly Chapter[];
  /** Where the video is, in seconds. */
  position: number;
  onJump: (position: number) => void;
}

/** The chapters of a video; each can be jumped to. */
export function ChapterList({ id, chapters, position, onJump }: ChapterListProps) {
  const current = currentIndex(chapters, position);
  return (
    <ol id={id} className="video-panel-box video-lines" aria-label={t('Chapters')}>
      {chapters.map(({ start, title }, index) => (
        <li key={start}>
          <button
            type="button"
            className="video-line"
            aria-current={index === current ? 'true' : undefined}
            onClick={() => onJump(start)}
          >
            <span className="video-line-time">{formatTime(start)}</span>{' '}
            <span className="min-w-0 wrap-anywhere">{title}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
