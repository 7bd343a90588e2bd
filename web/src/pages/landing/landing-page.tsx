import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useHydrated, useLocation, useNavigate, useRouteContext } from '@tanstack/react-router';
import { Flame, Radio, Server } from 'lucide-react';
import { msg, t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { discoverPages } from '#web/features/discover/index.ts';
import { SpaceGrid } from '#web/features/spaces/index.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { Button } from '#web/ui/button.tsx';
import { LandingScreenshot } from './landing-screenshot.tsx';

const authDialog = lazyComponent(async () => (await import('../auth/auth-dialog.tsx')).default);

const reasons = [
  {
    id: 'calm',
    icon: Flame,
    title: msg('Calm by design'),
    text: msg('Posts, events and members in one place. No ads, no algorithm, no noise.'),
  },
  {
    id: 'live',
    icon: Radio,
    title: msg('Live, without the noise'),
    text: msg('Likes and replies show up instantly. The page never jumps, and drafts are always saved.'),
  },
  {
    id: 'own',
    icon: Server,
    title: msg('Yours to own'),
    text: msg("Open source and self-hosted. Your community's data stays with you."),
  },
];
/** Number of example spaces on the landing page. */
const exampleCount = 6;

/** The landing page; the auth dialogs open on top of it. */
export function LandingPage() {
  const { page } = useRouteContext({ from: '__root__' });
  const viewer = useViewer();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const opensAuthDialog = useLocation({ select: ({ pathname }) => pathname !== '/' });
  const { data } = useInfiniteQuery(discoverPages());
  const spaceIds = data?.pages[0]?.space_ids.slice(0, exampleCount) ?? [];
  return (
    <>
      <section className="mx-auto flex max-w-page flex-col items-center px-4 pt-12 pb-12 text-center lg:px-6 lg:pt-16 lg:pb-16">
        <h1 className="text-3xl text-balance lg:text-[3.25rem] lg:leading-[1.08] lg:tracking-[-0.035em]">
          {t('A home for your community')}
        </h1>
        <p className="mt-4 max-w-prose text-lg text-balance text-soft">
          {t(
            '{brand} gives your community its own space: a feed, events and members in one place. Start one in a minute, or join one.',
            { brand: page.brandName },
          )}
        </p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          {viewer ? (
            <Button variant="primary" size="lg" render={<Link to="/app" />}>
              {t('Go to your spaces')}
            </Button>
          ) : (
            <Button variant="primary" size="lg" render={<Link to="/signup" />}>
              {t('Sign up for free')}
            </Button>
          )}
          <Button size="lg" render={<Link to={viewer ? '/create-space' : '/discover'} />}>
            {viewer ? t('Create a space') : t('Discover spaces')}
          </Button>
        </div>
        <LandingScreenshot />
      </section>
      {spaceIds.length > 0 && (
        <section aria-labelledby="open-spaces" className="mx-auto max-w-page px-4 pb-14 lg:px-6">
          <div className="mb-5 flex items-baseline justify-between gap-4">
            <h2 id="open-spaces" className="text-xl">
              {t('Popular spaces')}
            </h2>
            <Link to="/discover" className="link" data-variant="text">
              {t('All spaces')}
            </Link>
          </div>
          <SpaceGrid spaceIds={spaceIds} heading="h3" canCreate={spaceIds.length < exampleCount} />
        </section>
      )}
      <section className="border-t border-line bg-surface">
        <ul className="mx-auto grid max-w-page gap-8 px-4 py-14 md:grid-cols-3 lg:px-6">
          {reasons.map(({ id, icon: Icon, title, text }) => (
            <li key={id}>
              <Icon size={24} className="text-accent-text" aria-hidden="true" />
              <h2 className="mt-3 text-lg">{t(title)}</h2>
              <p className="mt-1 text-soft">{t(text)}</p>
            </li>
          ))}
        </ul>
      </section>
      <footer className="mx-auto flex max-w-page flex-wrap gap-x-6 gap-y-2 px-4 py-8 text-sm text-faint lg:px-6">
        <span>{t('{brand}, free software under the AGPL', { brand: page.brandName })}</span>
        <a href="/api/docs" className="link" data-variant="plain">
          {t('API')}
        </a>
      </footer>
      {hydrated && opensAuthDialog && (
        <authDialog.Component onLoadFailure={() => void navigate({ to: '/', replace: true })} />
      )}
    </>
  );
}
