import { getRouteApi, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { preloadTabs } from '#web/app/routing/preload-tabs.ts';
import { openTabsOf } from '#web/app/routing/space-tabs.ts';
import { SpaceTabs } from '#web/app/space-tabs.tsx';
import { rememberSpace, useViewer } from '#web/features/auth/index.ts';
import { spaceQuery, useLoadedSpace } from '#web/features/spaces/index.ts';
import { useQueryData } from '#web/lib/cache/use-query-data.ts';
import { useChannel } from '#web/lib/live/use-live.ts';
import { AccentProvider } from '#web/ui/theme/accent-scope.tsx';

const route = getRouteApi('/$subdomain');

/** Layout of all pages of a space: tabs, accent color and live updates. */
export function SpaceLayout() {
  const { space_id } = route.useLoaderData();
  const { subdomain } = route.useParams();
  const viewer = useViewer();
  const router = useRouter();
  const space = useLoadedSpace(space_id);
  const since = useQueryData(spaceQuery(subdomain))?.live_cursor ?? null;
  const canRead = space.can_read;
  useChannel(canRead ? `space:${space_id}` : null, since);
  useChannel(viewer ? `user:${viewer.id}` : null, since);

  const isMember = space.membership !== null;
  useEffect(() => {
    if (viewer && isMember) rememberSpace(viewer.id, space);
  }, [viewer, isMember, space]);

  // The routes redirect when the open tab was turned off or is no longer available to this viewer.
  const tabNames = openTabsOf(space)
    .map(({ name }) => name)
    .join(' ');
  const permissionKey = `${tabNames} ${space.permissions.canEditSpace}`;
  const lastPermissionKey = useRef(permissionKey);
  useEffect(() => {
    if (lastPermissionKey.current !== permissionKey) void router.invalidate();
    lastPermissionKey.current = permissionKey;
  }, [permissionKey, router]);

  useEffect(() => preloadTabs(tabNames.split(' ')), [tabNames]);

  return (
    <AccentProvider color={space.primary_color}>
      <SpaceTabs key={space.id} space={space}>
        <Outlet />
      </SpaceTabs>
    </AccentProvider>
  );
}
