import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useHydrated, useLocation, useRouteContext } from '@tanstack/react-router';
import { Flame, Radio, Server } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useViewer } from '#web/features/auth/index.ts';
import { discoverPages } from '#web/features/discover/index.ts';
import { SpaceGrid } from '#web/features/spaces/index.ts';
import { Button } from '#web/ui/button.tsx';
import { LandingScene } from './landing-scene.tsx';

const AuthWindowPage = lazy(() => import('./auth-window.tsx'));

const reasons = [
  {
    icon: Flame,
    title: 'One calm place',
    text: 'Posts, comments and people together. No ads, no ranking that decides for you, nothing that shouts.',
  },
  {
    icon: Radio,
    title: 'Live, and never in the way',
    text: 'A like or an answer appears within a second. What you are reading does not jump, and what you type is kept.',
  },
  {
    icon: Server,
    title: 'Yours to run',
    text: 'Open source, on a server you own. Your members, their words and their addresses stay with you.',
  },
];
/** How many spaces the landing page shows as examples. */
const exampleCount = 6;

/** What this is, shown at once to everyone; the sign-in windows open over it. */
export function LandingPage() {
  const { page } = useRouteContext({ from: '__root__' });
  const viewer = useViewer();
  const hydrated = useHydrated();
  const asksForWindow = useLocation({ select: ({ pathname }) => pathname !== '/' });
  const { data } = useInfiniteQuery(discoverPages());
  const spaceIds = data?.pages[0]?.space_ids.slice(0, exampleCount) ?? [];
  return (
    <>
      <section className="mx-auto grid max-w-page items-center gap-12 px-4 pt-14 pb-12 lg:grid-cols-[1.15fr_1fr] lg:px-6 lg:pt-20 lg:pb-20">
        <div>
          <h1 className="max-w-[16ch] text-3xl lg:text-[3.25rem] lg:leading-[1.08] lg:tracking-[-0.035em]">
            The place your community comes home to
          </h1>
          <p className="mt-5 max-w-prose text-lg text-soft">
            {page.brandName} gives a community its own space: a feed to talk in, the people who make it, and
            room to grow. Start one in a minute, or find one that is already burning.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {viewer ? (
              <Button variant="primary" size="lg" render={<Link to="/app" />}>
                Go to your spaces
              </Button>
            ) : (
              <Button variant="primary" size="lg" render={<Link to="/signup" />}>
                Sign up for free
              </Button>
            )}
            <Button size="lg" render={<Link to={viewer ? '/create-space' : '/discover'} />}>
              {viewer ? 'Create a space' : 'Discover spaces'}
            </Button>
          </div>
        </div>
        <LandingScene />
      </section>
      {spaceIds.length > 0 && (
        <section aria-labelledby="open-spaces" className="mx-auto max-w-page px-4 pb-14 lg:px-6">
          <div className="mb-5 flex items-baseline justify-between gap-4">
            <h2 id="open-spaces" className="text-xl">
              Open right now
            </h2>
            <Link to="/discover" className="link" data-variant="text">
              All spaces
            </Link>
          </div>
          <SpaceGrid spaceIds={spaceIds} heading="h3" />
        </section>
      )}
      <section className="border-t border-line bg-surface">
        <ul className="mx-auto grid max-w-page gap-8 px-4 py-14 md:grid-cols-3 lg:px-6">
          {reasons.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon size={24} className="text-accent-text" aria-hidden="true" />
              <h2 className="mt-3 text-lg">{title}</h2>
              <p className="mt-1 text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <footer className="mx-auto flex max-w-page flex-wrap gap-x-6 gap-y-2 px-4 py-8 text-sm text-faint lg:px-6">
        <span>{page.brandName}, free software under the AGPL</span>
        <a href="/api/docs" className="link" data-variant="plain">
          API
        </a>
      </footer>
      {hydrated && asksForWindow && (
        <Suspense>
          <AuthWindowPage />
        </Suspense>
      )}
    </>
  );
}
