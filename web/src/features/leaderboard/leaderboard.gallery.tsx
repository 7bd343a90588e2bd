import { Card } from '#web/ui/card.tsx';
import { MyRank } from './my-rank.tsx';
import { RankRow } from './rank-row.tsx';
import { RanksSkeleton } from './ranks-skeleton.tsx';

export const title = 'Leaderboard: ranking, my rank, skeleton';

const id = (n: number) => `0192f3a4-0000-7000-8000-00000000000${n}`;
const person = (n: number, full_name: string, level: number) => ({
  id: id(n),
  full_name,
  username: `person-${n}`,
  avatar_url: null,
  profile_url: `person-${n}`,
  level,
  level_version: 1,
});
const entry = {
  is_ranked: true,
  rank: 3,
  points: 4,
  total_points: 33,
  level: 3,
  level_name: 'Levain',
};

export const states = {
  Order: () => (
    <Card flush>
      <ol className="divide-y divide-line">
        <RankRow
          spaceId={id(9)}
          isOwn={false}
          member={{ rank: 1, user: person(1, 'Dele Martins', 9), points: 33_015 }}
        />
        <RankRow
          spaceId={id(9)}
          isOwn
          member={{
            rank: 2,
            user: person(2, 'Wolfeschlegelsteinhausenbergerdorff of the long, long name', 3),
            points: 1,
          }}
        />
        <RankRow
          spaceId={id(9)}
          isOwn={false}
          member={{ rank: null, user: person(3, 'Nell Whitaker', 1), points: 1 }}
        />
      </ol>
    </Card>
  ),
  OnTheWay: () => <MyRank entry={entry} viewer={person(1, 'Dele Martins', 3)} />,
  Highest: () => (
    <MyRank
      entry={{ ...entry, level: 9, total_points: 40_000, level_name: null }}
      viewer={person(1, 'Dele Martins', 9)}
    />
  ),
  IsModerator: () => (
    <MyRank entry={{ ...entry, is_ranked: false, rank: null }} viewer={person(1, 'Dele Martins', 3)} />
  ),
  Loading: () => <RanksSkeleton rows={3} />,
};
