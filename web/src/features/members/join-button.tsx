import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { Space } from '#contract/spaces.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { canReadSpace } from '#web/features/spaces/index.ts';
import { Button, type ButtonSize } from '#web/ui/button.tsx';
import { useJoinSpace } from './use-join-space.ts';

/**
 * The way into a space for someone who is not in it: joins a public free space at once, asks strangers to sign up first,
 * and says why not for the others. Members see nothing.
 */
export function JoinButton({ space, size, block }: { space: Space; size?: ButtonSize; block?: boolean }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const here = useLocation({ select: (location) => location.href });
  const join = useJoinSpace(space, () => {
    void navigate({ to: '/$subdomain/space', params: { subdomain: space.subdomain } });
  });
  if (space.membership) return null;
  if (!canReadSpace(space)) {
    return (
      <p className="text-sm text-soft">
        {space.is_private
          ? 'This space is private. Ask an owner or admin for an invitation.'
          : 'Payments are not set up for this space yet.'}
      </p>
    );
  }
  const look = { variant: 'primary', size, block } as const;
  if (!viewer) {
    return (
      <Button {...look} render={<Link to="/signup" search={{ redirect: here }} />}>
        Join space
      </Button>
    );
  }
  return (
    <Button {...look} loading={join.isPending} onClick={() => join.mutate()}>
      Join space
    </Button>
  );
}
