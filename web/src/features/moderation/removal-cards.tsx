import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import type { MyRemoval } from '#contract/features/moderation/moderation.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { ContextLink } from './context-link.tsx';
import { myRemovalsQuery } from './moderation.api.ts';

/** The viewer's removed content, until they acknowledge it. */
export function RemovalCards({ removals, space }: { removals: readonly MyRemoval[]; space: Space }) {
  const dismiss = useDismiss(space.id);
  return removals.map((removal) => (
    <RemovalCard
      key={removal.id}
      removal={removal}
      space={space}
      isDismissing={dismiss.isPending && dismiss.variables === removal.id}
      onAcknowledge={() => dismiss.mutate(removal.id)}
    />
  ));
}

function useDismiss(spaceId: string) {
  const client = useQueryClient();
  const { queryKey } = myRemovalsQuery(spaceId);
  return useMutation({
    mutationFn: (target_id: string) => call('acknowledge_removal', { space_id: spaceId, target_id }),
    onSuccess: (_response, targetId) =>
      client.setQueryData<{ removals: MyRemoval[] }>(
        queryKey,
        (now) => now && { ...now, removals: now.removals.filter(({ id }) => id !== targetId) },
      ),
    onError: (error) =>
      toast({
        title: t("Couldn't dismiss the message"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      }),
  });
}

interface RemovalCardProps {
  removal: MyRemoval;
  space: Pick<Space, 'subdomain' | 'name'>;
  isDismissing: boolean;
  onAcknowledge: () => void;
}

/** A removal: what was removed, when and why. */
function RemovalCard({ removal, space, isDismissing, onAcknowledge }: RemovalCardProps) {
  const { kind, id, post, excerpt, reason, removed_at } = removal;
  const copy = kind === 'post' ? (post.title ?? excerpt) : excerpt;
  return (
    <Card
      render={
        <section
          aria-label={t('{kind, select, post {Your post was removed} other {Your comment was removed}}', {
            kind,
          })}
        />
      }
      className="flex gap-3"
    >
      <EyeOff size={20} aria-hidden="true" className="mt-0.5 flex-none text-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {t(
            '{kind, select, post {A moderator of {space} removed your post} other {A moderator of {space} removed your comment}}',
            { kind, space: space.name },
          )}
        </p>
        <p className="truncate text-sm text-soft">
          {copy && <>“{copy}” · </>}
          <RelativeTime at={removed_at} />
        </p>
        {reason && <p className="mt-2 rounded-md bg-sunken px-3 py-2 wrap-anywhere">{reason}</p>}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" loading={isDismissing} onClick={onAcknowledge}>
            {t('Got it')}
          </Button>
          <ContextLink
            subdomain={space.subdomain}
            post={post}
            commentId={kind === 'comment' ? id : null}
            className="btn"
            data-variant="quiet"
            data-size="sm"
          >
            {t('View in context')}
          </ContextLink>
        </div>
      </div>
    </Card>
  );
}
