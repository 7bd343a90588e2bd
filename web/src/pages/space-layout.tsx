import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useLoadedSpace } from '#web/features/spaces/index.ts';
import { AccentScope } from '#web/ui/accent-scope.tsx';

const route = getRouteApi('/$subdomain');

/** Every page of a space, in its colour. */
export function SpaceLayout() {
  const space = useLoadedSpace(route.useLoaderData().space_id);
  return (
    <AccentScope color={space.primary_color}>
      <Outlet />
    </AccentScope>
  );
}
