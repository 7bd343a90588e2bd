import { Link } from '@tanstack/react-router';
import { type SpaceTopic, spaceTopics } from '#contract/topics.ts';
import { ChipRow } from '#web/ui/chip-row.tsx';
import type { DiscoverSearch } from './discover.api.ts';

const topics = Object.entries(spaceTopics) as [SpaceTopic, string][];
const chips: [SpaceTopic | undefined, string][] = [[undefined, 'All topics'], ...topics];

/** Else an address with more in it would count as this one as well. */
const exactly = { exact: true, includeSearch: true };

/** The topics of discover, beside each other; the address holds the chosen one. */
export function TopicChips({ search }: { search: DiscoverSearch }) {
  return (
    <ChipRow label="Topics" chosen={search.topic}>
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
