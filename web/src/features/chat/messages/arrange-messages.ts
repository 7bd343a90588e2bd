import { type ListChanges, noChanges } from '#web/lib/list/list-changes.ts';
import { sortList } from '#web/lib/list/sort-list.ts';
import type { MessagePage, MessagePosition } from './messages.api.ts';

const bySeq = (a: MessagePosition, b: MessagePosition) => a.seq - b.seq;

/** Returns the position of the live channel from which on events change these pages; 0 without pages. */
export const cursorOf = (pages: readonly MessagePage[]): number =>
  pages.length === 0 ? 0 : Math.min(...pages.map(({ live_cursor }) => live_cursor));

/** Returns the messages of loaded pages with what has changed since, oldest first; `apart` come after a part that isn't loaded. */
export function arrangeMessages({
  pages,
  changes,
  ...more
}: {
  pages: readonly MessagePage[];
  changes: ListChanges<MessagePosition>;
  hasNewer: boolean;
  hasOlder: boolean;
}): { items: MessagePosition[]; apart: MessagePosition[] } {
  return sortList(
    {
      entries: pages.flatMap(({ positions }) => positions),
      cursor: cursorOf(pages),
      compare: bySeq,
      newest: 'last',
      ...more,
    },
    pages.length > 0 ? changes : noChanges,
  );
}
