import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import type { OwnRemoval } from '#contract/moderation.ts';
import type { Space } from '#contract/spaces.ts';
import { call } from '#web/lib/api-client.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { RelativeTime } from '#web/lib/relative-time-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toast.ts';
import { ownRemovalsQuery } from './moderation.api.ts';

/** What of the viewer's was taken down, until they put it away. */
export function RemovalNotices({ removals, space }: { removals: readonly OwnRemoval[]; space: Space }) {
  const away = usePutAway(space.id);
  return removals.map((removal) => (
    <RemovalNotice
      key={removal.id}
      removal={removal}
      space={space}
      isLeaving={away.isPending && away.variables === removal.id}
      onPutAway={() => away.mutate(removal.id)}
    />
  ));
}

function usePutAway(spaceId: string) {
  const client = useQueryClient();
  const { queryKey } = ownRemovalsQuery(spaceId);
  return useMutation({
    mutationFn: (thing_id: string) => call('put_removal_away', { space_id: spaceId, thing_id }),
    onSuccess: (_answer, thingId) =>
      client.setQueryData<{ removals: OwnRemoval[] }>(
        queryKey,
        (now) => now && { ...now, removals: now.removals.filter(({ id }) => id !== thingId) },
      ),
    onError: (error) =>
      toast({
        title: 'It could not be put away',
        description: toMessage(error, 'Please try again.'),
        variant: 'destructive',
      }),
  });
}

interface RemovalNoticeProps {
  removal: OwnRemoval;
  space: Pick<Space, 'subdomain' | 'name'>;
  isLeaving: boolean;
  onPutAway: () => void;
}

/** One thing that was taken down: which, when and why. */
function RemovalNotice({ removal, space, isLeaving, onPutAway }: RemovalNoticeProps) {
  const { kind, id, post, excerpt, reason, removed_at } = removal;
  const words = kind === 'post' ? (post.title ?? excerpt) : excerpt;
  return (
    <Card render={<section aria-label={`Your ${kind} was removed`} />} className="flex gap-3">
      <EyeOff size={20} aria-hidden="true" className="mt-0.5 flex-none text-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          The people who run {space.name} removed your {kind}
        </p>
        <p className="truncate text-sm text-soft">
          {words && <>“{words}” · </>}
          <RelativeTime at={removed_at} />
        </p>
        {reason && <p className="mt-2 rounded-md bg-sunken px-3 py-2 wrap-anywhere">{reason}</p>}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" loading={isLeaving} onClick={onPutAway}>
            I have read it
          </Button>
          <Link
            to="/$subdomain/post/$postSlug"
            params={{ subdomain: space.subdomain, postSlug: post.slug }}
            search={kind === 'comment' ? { highlight_comment: id } : {}}
            className="btn"
            data-variant="quiet"
            data-size="sm"
          >
            See its place
          </Link>
        </div>
      </div>
    </Card>
  );
}
