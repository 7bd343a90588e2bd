import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Space } from '#contract/spaces.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { JoinButton } from './join-button.tsx';
import { isOwnAct } from './own-acts.ts';

/** Whether the viewer was a member when this page opened, and is none any more. */
function useRemoved(spaceId: string, isMember: boolean): boolean {
  const [wasMember, setWasMember] = useState(isMember);
  useEffect(() => {
    if (isMember) setWasMember(true);
    // Who has just left knows it.
    else if (isOwnAct(spaceId, null)) setWasMember(false);
  }, [spaceId, isMember]);
  return wasMember && !isMember && !isOwnAct(spaceId, null);
}

/** Stands where members write: the way in for everyone else. Members see nothing. */
export function TakePart({ space }: { space: Space }) {
  const viewer = useViewer();
  const here = useLocation({ select: (location) => location.href });
  const removed = useRemoved(space.id, space.membership !== null);
  return (
    <div role="status" className="contents">
      {space.membership === null && (
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold">
              {removed ? 'You are no longer a member of this space' : 'Join to take part'}
            </p>
            <p className="text-sm text-soft">
              {removed
                ? 'You can go on reading. What you were writing is kept in this browser.'
                : 'Members write posts, comment and like.'}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {!viewer && (
              <Button variant="quiet" render={<Link to="/login" search={{ redirect: here }} />}>
                Sign in
              </Button>
            )}
            <JoinButton space={space} stay />
          </div>
        </Card>
      )}
    </div>
  );
}
