import '#web/styles/lazy/classroom.css';
import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Caption } from '#contract/features/videos/video-texts.ts';
import { languageName } from '#contract/i18n/names.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { formatTime } from '../player/format-time.ts';
import { captionsQuery } from '../videos.api.ts';
import { currentIndex } from './current-item.ts';
import type { Captions } from './use-captions.ts';

interface TranscriptProps {
  id: string;
  pageId: string;
  uploadId: string;
  captions: Captions;
  /** Where the video is, in seconds. */
  position: number;
  onJump: (position: number) => void;
}

/** What is said in a video. It follows the video, can be searched, and each line can be jumped to. */
export function Transcript({ id, pageId, uploadId, captions, position, onJump }: TranscriptProps) {
  const { language = '', languages, setLanguage } = captions;
  const query = useQuery(captionsQuery(pageId, uploadId, language));
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search.trim());
  const list = query.data?.captions;
  return (
    <section id={id} aria-label={t('Transcript')}>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <SearchField
          label={t('Search the transcript')}
          className="min-w-0 flex-1 basis-48"
          maxLength={100}
          value={search}
          onChange={setSearch}
        />
        {languages.length > 1 && (
          <Select
            label={t('Language')}
            labelHidden
            className="w-44"
            options={languages.map((one) => ({ value: one, label: languageName(one) }))}
            value={language}
            onChange={setLanguage}
          />
        )}
      </div>
      {query.isError && (
        <LoadFailure title={t("Couldn't load the transcript")} onRetry={() => void query.refetch()}>
          {toMessage(query.error, t('Please try again.'))}
        </LoadFailure>
      )}
      {query.isPending && (
        <div className="video-panel-box p-3" aria-busy="true">
          {[80, 60, 75, 50].map((width) => (
            <Skeleton key={width} width={`${width}%`} className="my-4" />
          ))}
        </div>
      )}
      {list && (
        <LineList
          captions={list}
          searched={searched}
          language={language}
          position={position}
          onJump={onJump}
        />
      )}
    </section>
  );
}

interface LineListProps {
  captions: readonly Caption[];
  /** Only lines with this text are shown. */
  searched: string;
  language: string;
  position: number;
  onJump: (position: number) => void;
}

/** The lines of a transcript. They follow the video until one scrolls them. */
function LineList({ captions, searched, language, position, onJump }: LineListProps) {
  const [isFollowing, setFollowing] = useState(true);
  const found = useMemo(() => findLines(captions, searched), [captions, searched]);
  const current = currentIndex(captions, position);
  const box = useFollowing(isFollowing && searched === '', current);
  const jump = (to: number) => {
    setFollowing(true);
    onJump(to);
  };
  const stopFollowing = () => setFollowing(false);
  return (
    <div className="relative">
      <ol
        ref={box}
        className="video-panel-box video-lines"
        lang={language}
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
      >
        {found.map(({ index, caption, parts }) => (
          <Line key={index} start={caption.start} parts={parts} isCurrent={index === current} onJump={jump} />
        ))}
      </ol>
      <p className="text-sm text-soft" role="status">
        {searched !== '' &&
          t('{count, plural, =0 {Nothing found} one {# line found} other {# lines found}}', {
            count: found.length,
          })}
      </p>
      {!isFollowing && searched === '' && (
        <Button size="sm" className="video-follow" onClick={() => setFollowing(true)}>
          {t('Follow the video')}
        </Button>
      )}
    </div>
  );
}

interface FoundLine {
  index: number;
  caption: Caption;
  /** The text, divided so that every second part is what was searched for. */
  parts: string[];
}

/** Returns the lines that contain a text, in any case; all without one. */
export function findLines(captions: readonly Caption[], searched: string): FoundLine[] {
  const wanted = searched.toLocaleLowerCase();
  return captions.flatMap((caption, index) => {
    const { text } = caption;
    if (wanted === '') return [{ index, caption, parts: [text] }];
    const lower = text.toLocaleLowerCase();
    // Some letters are longer in lower case; then the line is shown without marks.
    if (lower.length !== text.length)
      return lower.includes(wanted) ? [{ index, caption, parts: [text] }] : [];
    const parts: string[] = [];
    let from = 0;
    for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
      parts.push(text.slice(from, at), text.slice(at, at + wanted.length));
      from = at + wanted.length;
    }
    return parts.length === 0 ? [] : [{ index, caption, parts: [...parts, text.slice(from)] }];
  });
}

/** Keeps the current line of a list in view, without moving the page. */
function useFollowing(isFollowing: boolean, current: number) {
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = box.current?.children[current];
    if (!isFollowing || !box.current || !(row instanceof HTMLElement)) return;
    box.current.scrollTop = row.offsetTop - box.current.clientHeight / 3;
  }, [isFollowing, current]);
  return box;
}

interface LineProps {
  start: number;
  parts: string[];
  isCurrent: boolean;
  onJump: (position: number) => void;
}

const Line = memo(
  function Line({ start, parts, isCurrent, onJump }: LineProps) {
    return (
      <li>
        <button
          type="button"
          className="video-line"
          aria-current={isCurrent ? 'true' : undefined}
          onClick={() => onJump(start)}
        >
          <span className="video-line-time">{formatTime(start)}</span>{' '}
          <span className="min-w-0 whitespace-pre-line wrap-anywhere">
            {/* biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity. */}
            {parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}
          </span>
        </button>
      </li>
    );
  },
  // What a line does depends on its start only.
  (a, b) => a.start === b.start && a.parts === b.parts && a.isCurrent === b.isCurrent,
);
