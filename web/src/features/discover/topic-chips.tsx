import { Link } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { type SpaceTopic, spaceTopics } from '#contract/topics.ts';
import { ChipRow } from '#web/ui/chip-row.tsx';
import type { DiscoverSearch } from './discover.api.ts';

const topics = Object.entries(spaceTopics) as [SpaceTopic, string][];
const chips: [SpaceTopic | undefined, string][] = [[undefined, 'All topics'], ...topics];

/** Otherwise a URL with additional parameters would also count as active. */
const exactly = { exact: true, includeSearch: true };

/** Topic links of Discover; the selected topic is stored in the URL. */
export function TopicChips({ search }: { search: DiscoverSearch }) {
  return (
    <ChipRow label={t('Topics')} selected={search.topic}>
      {chips.map(([topic, label]) => (
        <Link
          key={label}
          to="/discover"
          search={{ ...search, topic }}
          className="chip"
          activeProps={{}}
          activeOptions={exactly}
          aria-current={topic === search.topic ? 'true' : undefined}
          replace
          resetScroll={false}
        >
          {label}
        </Link>
      ))}
    </ChipRow>
  );
}
