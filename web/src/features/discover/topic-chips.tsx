import { Link } from '@tanstack/react-router';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { type SpaceTopic, spaceTopics } from '#contract/values/topics.ts';
import { ChipRow } from '#web/ui/chip-row.tsx';
import type { DiscoverSearch } from './discover.api.ts';

const topics = Object.entries(spaceTopics) as [SpaceTopic, Message][];
const chips: [SpaceTopic | undefined, Message][] = [[undefined, msg('All topics')], ...topics];

/** Otherwise a URL with additional parameters would also count as active. */
const exactly = { exact: true, includeSearch: true };

/** Topic links of Discover; the selected topic is stored in the URL. */
export function TopicChips({ search }: { search: DiscoverSearch }) {
  return (
    <ChipRow label={t('Topics')} selected={search.topic}>
      {chips.map(([topic, label]) => (
        <Link
          key={topic ?? 'all'}
          to="/discover"
          search={{ ...search, topic }}
          className="chip"
          activeProps={{}}
          activeOptions={exactly}
          aria-current={topic === search.topic ? 'true' : undefined}
          replace
          resetScroll={false}
        >
          {t(label)}
        </Link>
      ))}
    </ChipRow>
  );
}
