import { type Message, msg } from '#contract/i18n/translate.ts';
import type { FeedSearch } from './feed.api.ts';

export type FeedOrder = 'activity' | 'new' | 'top7' | 'top30' | 'topAll';

/** The orders of the feed, with their search parameters. */
export const feedOrders: Record<FeedOrder, { label: Message; search: Pick<FeedSearch, 'sort' | 'period'> }> =
  {
    activity: { label: msg('Recent activity'), search: {} },
    new: { label: msg('New'), search: { sort: 'new' } },
    top7: { label: msg('Top: 7 days'), search: { sort: 'top' } },
    top30: { label: msg('Top: 30 days'), search: { sort: 'top', period: '30d' } },
    topAll: { label: msg('Top: All time'), search: { sort: 'top', period: 'all' } },
  };

/** Returns the order that search parameters name. */
export function toOrder({ sort, period }: FeedSearch): FeedOrder {
  if (sort !== 'top') return sort ?? 'activity';
  return period === 'all' ? 'topAll' : period === '30d' ? 'top30' : 'top7';
}
