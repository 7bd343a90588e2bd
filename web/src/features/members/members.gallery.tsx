import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PeoplePages, PersonItem } from './list/people-pages.tsx';
import { PeopleSkeleton } from './list/people-skeleton.tsx';

export const title = 'Members: people, skeleton, empty, failed';

const person = {
  id: '0192f3a4-0000-7000-8000-000000000001',
  full_name: 'Mara Lindqvist',
  username: 'mara',
  avatar_url: null,
  profile_url: 'mara',
};
const still = {
  isPending: false,
  isError: false,
  error: null,
  isFetchNextPageError: false,
  isFetching: false,
  isFetchingNextPage: false,
  hasNextPage: false,
  fetchNextPage: () => {},
  refetch: () => {},
};
const labels = { emptyTitle: 'No pending requests', emptyText: 'Join requests will show up here.' };

export const states = {
  People: () => (
    <Card flush>
      <ul>
        <PersonItem
          person={person}
          note="asked 3m"
          actions={
            <>
              <Button size="sm">Decline</Button>
              <Button size="sm" variant="primary">
                Approve
              </Button>
            </>
          }
        >
          <p className="mt-1.5">I shoot analog. May I join?</p>
        </PersonItem>
      </ul>
    </Card>
  ),
  Loading: () => <PeopleSkeleton rows={2} />,
  Empty: () => (
    <PeoplePages pages={still} count={0} {...labels}>
      {null}
    </PeoplePages>
  ),
  Failed: () => (
    <PeoplePages pages={{ ...still, isError: true }} count={0} {...labels}>
      {null}
    </PeoplePages>
  ),
};
