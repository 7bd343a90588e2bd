import { Link } from '@tanstack/react-router';
import { JoinButton, LeaveButton } from '#web/features/members/index.ts';
import { SpaceAbout } from '#web/features/spaces/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';
import { Button } from '#web/ui/button.tsx';

/** What a space is, and the way in; at /{subdomain} for strangers and at /{subdomain}/about for everyone. */
export function AboutPage({ space }: TabProps) {
  return (
    <SpaceAbout
      space={space}
      action={
        space.membership ? (
          <>
            <Button
              variant="primary"
              block
              render={<Link to="/$subdomain/space" params={{ subdomain: space.subdomain }} />}
            >
              Open feed
            </Button>
            <LeaveButton space={space} />
          </>
        ) : (
          <JoinButton space={space} size="lg" block />
        )
      }
    />
  );
}
