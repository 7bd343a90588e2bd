import { Link, useLocation } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { JoinButton } from './join-button.tsx';

interface JoinCardProps {
  space: Space;
  /** Whether the viewer was a member when the page opened, and was removed since. */
  isRemoved: boolean;
  /** Whether it is shown below a page of a course, where members write comments only. */
  isPage?: boolean;
}

function toTitle({ space, isRemoved }: JoinCardProps): string {
  if (space.viewer_is_banned) return t('You were banned from this space');
  return isRemoved ? t("You're no longer a member of this space") : t('Join the conversation');
}

function toText({ space, isRemoved, isPage = false }: JoinCardProps): string {
  if (isRemoved) return t('You can keep reading. Your draft is saved in this browser.');
  if (space.viewer_is_banned) return t("You can still read it, but you can't join, post or comment.");
  return isPage ? t('Join to comment and like.') : t('Join to post, comment and like.');
}

/** How to join, for someone who isn't a member. */
export function JoinCard(props: JoinCardProps) {
  const { space } = props;
  const viewer = useViewer();
  const here = useLocation({ select: (location) => location.href });
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{toTitle(props)}</p>
        <p className="text-sm text-soft">{toText(props)}</p>
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
  );
}
