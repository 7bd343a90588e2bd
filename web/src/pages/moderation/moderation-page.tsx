import { useLoaderData, useLocation, useParams, useSearch } from '@tanstack/react-router';
import { ModerationAside, ModerationScreen } from '#web/features/moderation/index.ts';
import { useLoadedSpace } from '#web/features/spaces/index.ts';
import { PageGrid, StickyColumn } from '#web/ui/page/page-grid.tsx';

/** `/space/moderation` and `/space/moderation/log`. */
export function ModerationPage() {
  const { subdomain } = useParams({ from: '/$subdomain' });
  const { space_id } = useLoaderData({ from: '/$subdomain' });
  const space = useLoadedSpace(space_id);
  const isLog = useLocation({ select: ({ pathname }) => pathname.endsWith('/moderation/log') });
  const { show } = useSearch({ strict: false }) as { show?: 'resolved' };
  // If the viewer loses the permission while the page is open, the routes redirect; nothing is fetched meanwhile.
  if (!space.permissions.canEditSpace) return null;
  return (
    <PageGrid
      key={subdomain}
      aside={
        <StickyColumn>
          <ModerationAside space={space} />
        </StickyColumn>
      }
    >
      <ModerationScreen space={space} view={isLog ? 'log' : show === 'resolved' ? 'resolved' : 'open'} />
    </PageGrid>
  );
}
