import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { isLocalChange } from '../local-changes.ts';
import { JoinButton } from './join-button.tsx';

/** Whether the viewer was a member when this page opened and was removed since. */
function useRemoved(spaceId: string, isMember: boolean): boolean {
  const [wasMember, setWasMember] = useState(isMember);
  useEffect(() => {
    if (isMember) setWasMember(true);
    // The viewer left on their own, so it needs no message.
    else if (isLocalChange(spaceId, null)) setWasMember(false);
  }, [spaceId, isMember]);
  return wasMember && !isMember && !isLocalChange(spaceId, null);
}

function toTitle({ viewer_is_banned }: Space, removed: boolean): string {
  if (viewer_is_banned) return t('You were banned from this space');
  return removed ? t("You're no longer a member of this space") : t('Join the conversation');
}

function toText({ viewer_is_banned }: Space, removed: boolean): string {
  if (removed) return t('You can keep reading. Your draft is saved in this browser.');
  return viewer_is_banned
    ? t("You can still read it, but you can't join, post or comment.")
    : t('Join to post, comment and like.');
}

/** Shown to non-members where members write: how to join. Members see nothing. */
export function JoinPrompt({ space }: { space: Space }) {
  const viewer = useViewer();
  const here = useLocation({ select: (location) => location.href });
  const removed = useRemoved(space.id, space.membership !== null);
  return (
    <div role="status" className="contents">
      {space.membership === null && (
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold">{toTitle(space, removed)}</p>
            <p className="text-sm text-soft">{toText(space, removed)}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            {!viewer && (
              <Button variant="quiet" render={<Link to="/login" search={{ redirect: here }} />}>
                {t('Log in')}
              </Button>
            )}
            {!space.viewer_is_banned && <JoinButton space={space} stay />}
          </div>
        </Card>
      )}
    </div>
  );
}
