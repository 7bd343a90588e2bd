import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { Space } from '#contract/spaces.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { canReadSpace } from '#web/features/spaces/index.ts';
import { Button, type ButtonSize } from '#web/ui/button.tsx';
import { useAskToJoin } from './use-ask-to-join.ts';
import { useJoinSpace } from './use-join-space.ts';

interface JoinButtonProps {
  space: Space;
  size?: ButtonSize;
  block?: boolean;
  /** Stays on the page after joining, instead of opening the feed. */
  stay?: boolean;
}

/**
 * The way into a space for someone who is not in it: joins a public free space at once, asks to be let into a private
 * one, sends strangers to sign up first. Members see nothing.
 */
export function JoinButton({ space, size, block, stay }: JoinButtonProps) {
  const viewer = useViewer();
  const here = useLocation({ select: (location) => location.href });
  if (space.membership) return null;
  const isOpen = canReadSpace(space);
  if (!isOpen && !space.is_private) {
    return <p className="text-sm text-soft">Payments are not set up for this space yet.</p>;
  }
  if (!viewer) {
    return (
      <Button
        variant="primary"
        size={size}
        block={block}
        render={<Link to="/signup" search={{ redirect: here }} />}
      >
        {isOpen ? 'Join space' : 'Ask to join'}
      </Button>
    );
  }
  const Way = isOpen ? JoinAtOnce : AskToJoin;
  return <Way space={space} size={size} block={block} stay={stay} />;
}

function JoinAtOnce({ space, stay, ...look }: JoinButtonProps) {
  const navigate = useNavigate();
  const join = useJoinSpace(space, () => {
    if (!stay) void navigate({ to: '/$subdomain/space', params: { subdomain: space.subdomain } });
  });
  return (
    <Button variant="primary" {...look} loading={join.isPending} onClick={() => join.mutate()}>
      Join space
    </Button>
  );
}

function AskToJoin({ space, stay: _stays, ...look }: JoinButtonProps) {
  const ask = useAskToJoin(space);
  if (!space.join_requested) {
    return (
      <Button variant="primary" {...look} loading={ask.isPending} onClick={() => ask.mutate(true)}>
        Ask to join
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-soft">You have asked to join. The people who run this space will decide.</p>
      <Button {...look} loading={ask.isPending} onClick={() => ask.mutate(false)}>
        Take the request back
      </Button>
    </div>
  );
}
