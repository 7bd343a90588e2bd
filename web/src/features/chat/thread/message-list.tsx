import '#web/styles/lazy/chat.css';
import { ArrowDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { ThreadRowView } from './message-row.tsx';
import type { ThreadRow } from './message-rows.ts';
import { ReceiptLine } from './receipt-line.tsx';
import { useThread } from './thread-context.ts';
import { useMarkRead } from './use-mark-read.ts';
import type { MessageWindow } from './use-message-window.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

interface MessageListProps {
  rows: readonly ThreadRow[];
  window: MessageWindow;
  /** The row to begin with; null begins at the newest message. */
  startIndex: number | null;
  /** New messages that aren't on screen, because pages before them aren't loaded. */
  apartCount: number;
  /** Shows the newest messages. */
  onNewest: () => void;
  /** Changes when the viewer has sent something: the list then shows its end. */
  sentCount: number;
  /** A loaded message to show; a new object shows it again. */
  target: { seq: number } | null;
}

const seqOf = (row: ThreadRow | undefined): number | null => (row && 'seq' in row ? row.seq : null);

/** Returns the largest number among the rows on screen. */
function lastSeenSeq(rows: readonly ThreadRow[], range: { startIndex: number; endIndex: number } | null) {
  if (!range) return null;
  let last: number | null = null;
  for (let index = range.startIndex; index <= range.endIndex; index += 1) {
    const seq = seqOf(rows[index]);
    if (seq !== null && (last === null || seq > last)) last = seq;
  }
  return last;
}

/** Counts the messages of others that were added below while the view wasn't at the end. */
function useUnseenCount(rows: readonly ThreadRow[], isAtEnd: boolean): number {
  const last = rows.findLast((row) => row.type === 'message');
  const lastSeq = seqOf(last) ?? 0;
  const [seenSeq, setSeenSeq] = useState(lastSeq);
  useEffect(() => {
    if (isAtEnd) setSeenSeq(lastSeq);
  }, [isAtEnd, lastSeq]);
  if (isAtEnd) return 0;
  return rows.filter((row) => row.type === 'message' && row.seq > seenSeq).length;
}

/** Moves between the messages with the arrow keys; Enter opens the menu of one. */
function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const message = target.closest<HTMLElement>('article.message');
  if (event.key === 'Enter' && target === message) {
    event.preventDefault();
    message.querySelector<HTMLElement>('[data-message-menu]')?.click();
    return;
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (target !== message && target !== event.currentTarget) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('article.message')];
  const at = message ? all.indexOf(message) : all.length;
  const next = all[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** How far the list is: what it shows after something was sent or jumped to, and how many messages are unseen. */
function useListPosition({
  rows,
  window: loaded,
  startIndex,
  apartCount,
  sentCount,
  target,
}: MessageListProps) {
  const { conversation } = useThread();
  const box = useRef<HTMLElement>(null);
  const { pages } = loaded;
  const loadMore = (side: 'before' | 'after') => {
    if (pages.isFetching || pages.isFetchNextPageError || pages.isFetchPreviousPageError) return;
    if (side === 'before' && pages.hasPreviousPage) void pages.fetchPreviousPage();
    if (side === 'after' && pages.hasNextPage) void pages.fetchNextPage();
  };
  const scroll = useThreadScroll({ rows, box, startIndex, isAtNewest: !pages.hasNextPage, loadMore });
  const { virtual, isAtEnd, scrollToEnd, scrollToRow } = scroll;
  useMarkRead(conversation.id, isAtEnd ? conversation.last_seq : lastSeenSeq(rows, virtual.range));
  const counted = useUnseenCount(rows, isAtEnd) + apartCount;
  const sent = useRef(sentCount);
  useEffect(() => {
    if (sent.current === sentCount) return;
    sent.current = sentCount;
    scrollToEnd();
  }, [sentCount, scrollToEnd]);
  const showTarget = useEffectEvent((seq: number) => {
    const index = rows.findIndex((row) => seqOf(row) === seq);
    if (index !== -1) scrollToRow(index);
  });
  useEffect(() => {
    if (target) showTarget(target.seq);
  }, [target]);
  // With pages that aren't loaded, only the conversation knows how many there are.
  const unseen = pages.hasNextPage ? Math.max(counted, conversation.unread_count) : counted;
  return { ...scroll, box, unseen };
}

/** The messages of a conversation. Only those around the view are in the document. */
export function MessageList(props: MessageListProps) {
  const { rows, window: loaded, onNewest } = props;
  const { pages } = loaded;
  const { virtual, box, isAtEnd, onScroll, scrollToEnd, unseen } = useListPosition(props);
  return (
    <div className="thread-frame">
      {pages.isFetchingPreviousPage && (
        <span className="thread-loading" data-side="top">
          <Spinner />
        </span>
      )}
      <section
        ref={box}
        className="thread-scroll"
        onScroll={onScroll}
        onKeyDown={onRowKey}
        aria-label={t('Messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
        tabIndex={0}
      >
        <ol className="thread-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            return (
              row && (
                <li
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <ThreadRowView row={row} />
                  {index === rows.length - 1 && !pages.hasNextPage && <ReceiptLine rows={rows} />}
                </li>
              )
            );
          })}
        </ol>
      </section>
      {!isAtEnd && (
        <button
          type="button"
          className="thread-pill"
          data-unseen={unseen > 0 ? '' : undefined}
          onClick={pages.hasNextPage ? onNewest : scrollToEnd}
        >
          <ArrowDown size={16} aria-hidden="true" />
          {unseen > 0 ? (
            t('{count, plural, one {# new message} other {# new messages}}', { count: unseen })
          ) : (
            <span className="sr-only">{t('Newest messages')}</span>
          )}
        </button>
      )}
    </div>
  );
}
