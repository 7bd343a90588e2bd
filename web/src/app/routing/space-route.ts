import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '../head.ts';
import { SpaceLoadError, SpaceNotFound } from '../page-states.tsx';
import { SpaceLoading } from '../space-loading.tsx';
import { lazyPage } from './lazy-page.ts';
import { rootRoute } from './root-route.ts';
import { redirectFromOldProfile, requireSpace } from './route-guards.ts';

/** A space: everything below `/{subdomain}`. Its pages are its children. */
export const spaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$subdomain',
  component: lazyPage(() => import('#web/pages/space/space-layout.tsx'), 'SpaceLayout'),
  staticData: { page: 'space/space-layout' },
  beforeLoad: ({ params }) => redirectFromOldProfile(params.subdomain),
  loader: ({ context, params }) => requireSpace(context, params.subdomain),
  // Its pages have their own titles; this one is for a space that fails to load.
  head: ({ match, loaderData }) =>
    loaderData
      ? { links: [{ rel: 'manifest', href: `/${match.params.subdomain}/manifest.webmanifest` }] }
      : pageHead(match.context, { title: t('Error Loading Space') }),
  pendingComponent: SpaceLoading,
  notFoundComponent: SpaceNotFound,
  errorComponent: SpaceLoadError,
});
