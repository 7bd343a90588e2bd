import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { Button, type ButtonSize } from '#web/ui/button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { BannedNote } from '../bans/banned-note.tsx';
import { toJoinPath, useJoinIntent } from './join-intent.ts';
import { toJoinLabel, toJoinState } from './join-state.ts';
import { useJoinSpace } from './use-join-space.ts';
import { useRequestToJoin } from './use-request-to-join.ts';

const joinRequestDialog = lazyOverlay(
  async () => (await import('./join-request-dialog.tsx')).JoinRequestDialog,
);

interface JoinButtonProps {
  space: Space;
  size?: ButtonSize;
  block?: boolean;
  /** Stays on the page after joining instead of opening the feed. Members then see no button. */
  stay?: boolean;
}
type StateButtonProps = Omit<JoinButtonProps, 'stay'> & { label: string };

/**
 * The join button of a space, depending on the viewer: join, ask to join, withdraw, pay, or open for members. People who are
 * banned see a note instead. Visitors sign up first; the action they chose then runs without another press.
 */
export function JoinButton({ space, size, block, stay }: JoinButtonProps) {
  const viewer = useViewer();
  const here = useLocation({ select: (location) => location.href });
  const state = toJoinState(space);
  const buttonProps = { space, size, block, label: toJoinLabel(state, space.price_per_month) };
  if (state === 'open') {
    if (stay) return null;
    return (
      <Button
        size={size}
        block={block}
        render={<Link to="/$subdomain/space" params={{ subdomain: space.subdomain }} />}
      >
        {buttonProps.label}
      </Button>
    );
  }
  if (state === 'banned') return <BannedNote block={block} />;
  if (!viewer) {
    return (
      <Button
        variant="primary"
        size={size}
        block={block}
        render={<Link to="/signup" search={{ redirect: toJoinPath(here) }} />}
      >
        {buttonProps.label}
      </Button>
    );
  }
  if (state === 'join') return <JoinNow {...buttonProps} stay={stay} />;
  if (state === 'ask') return <RequestButton {...buttonProps} />;
  return state === 'requested' ? <JoinRequested {...buttonProps} /> : <Pay {...buttonProps} />;
}

function JoinNow({ space, label, stay, ...look }: StateButtonProps & { stay?: boolean }) {
  const navigate = useNavigate();
  const join = useJoinSpace(space, () => {
    if (!stay) void navigate({ to: '/$subdomain/space', params: { subdomain: space.subdomain } });
  });
  useJoinIntent(() => join.mutate());
  return (
    <Button variant="primary" {...look} loading={join.isPending} onClick={() => join.mutate()}>
      {label}
    </Button>
  );
}

function RequestButton({ space, label, ...look }: StateButtonProps) {
  const request = useRequestToJoin(space);
  useJoinIntent(() => request.mutate(''));
  return (
    <LazyPopup
      popup={joinRequestDialog}
      popupProps={{ space }}
      button={
        <Button variant="primary" {...look} loading={request.isPending}>
          {label}
        </Button>
      }
    />
  );
}

function JoinRequested({ space, label, block, size }: StateButtonProps) {
  const request = useRequestToJoin(space);
  return (
    <div className={block ? 'grid grid-cols-[1fr_auto] gap-2' : 'flex gap-2'}>
      <Button size={size} disabled>
        {label}
      </Button>
      <Button size={size} variant="quiet" loading={request.isPending} onClick={() => request.mutate(null)}>
        {t('Withdraw')}
      </Button>
    </div>
  );
}

function Pay({ space, label, ...look }: StateButtonProps) {
  const join = useJoinSpace(space);
  useJoinIntent(() =>
    toast({ title: t('Could Not Join Space'), description: t("Payments aren't set up for this space yet.") }),
  );
  return (
    <Button variant="primary" {...look} loading={join.isPending} onClick={() => join.mutate()}>
      {label}
    </Button>
  );
}
