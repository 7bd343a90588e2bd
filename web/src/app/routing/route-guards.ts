import { notFound, redirect } from '@tanstack/react-router';
import { chooseLanding, sessionQuery } from '#web/features/auth/index.ts';
import { readSpace, spaceQuery, userSpacesQuery } from '#web/features/spaces/index.ts';
import { isMissing } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import type { RouterContext } from '../page-context.ts';
import type { EntryStage } from '../start/entry-stages.ts';

/** Redirects visitors to sign in first; they return to `href` afterwards. */
export async function requireViewer({ queryClient }: RouterContext, href: string): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (!session.user) throw redirect({ to: '/login', search: { redirect: href }, statusCode: 302 });
}

/**
 * Returns the id of the space at an address.
 * @throws notFound with "Space not found".
 */
export async function requireSpace(
  { queryClient }: RouterContext,
  subdomain: string,
): Promise<{ space_id: string }> {
  try {
    const { space_id } = await queryClient.ensureQueryData(spaceQuery(subdomain));
    return { space_id };
  } catch (error) {
    if (isMissing(error)) throw notFound();
    throw error;
  }
}

/** Requires a space whose posts and members the viewer may read; others are redirected to its about page. */
export async function requireReadableSpace(
  context: RouterContext,
  subdomain: string,
): Promise<{ space_id: string }> {
  const { space_id } = await requireSpace(context, subdomain);
  const space = readSpace(context.queryClient, space_id);
  if (!space?.can_read) {
    throw redirect({ to: '/$subdomain/about', params: { subdomain }, statusCode: 302 });
  }
  return { space_id };
}

/** Delay before a user without a space is redirected to Discover, in milliseconds. */
const discoverDelay = 300;
/** How long finding the landing page may take, in milliseconds. */
const landingTimeout = 3_000;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Returns where `/app` and `/smart-landing` redirect a signed-in user, in the browser: what this browser remembers,
 * else the first of their spaces, else Discover.
 * @throws if the server rejects the request for their spaces and this browser has no copy.
 */
export async function findLanding(
  { queryClient }: RouterContext,
  onStage: (stage: EntryStage) => void = () => {},
): Promise<string> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  onStage('checking-cache');
  const known = chooseLanding(session.user?.id);
  if (known) {
    onStage('fast-path');
    return known;
  }
  onStage('slow-path');
  const mySpaces = queryClient.ensureQueryData(userSpacesQuery).then(({ space_ids }) => space_ids[0]);
  const id = await Promise.race([mySpaces, wait(landingTimeout).then(() => undefined)]);
  const first = id ? readEntity(queryClient, 'space', id) : undefined;
  if (first) return `/${first.subdomain}/space`;
  await wait(discoverDelay);
  return '/discover';
}

/** Requires development mode or a site admin. */
export async function requireDeveloper({ queryClient }: RouterContext): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (import.meta.env.MODE !== 'development' && session.user?.role !== 'admin')
    throw redirect({ to: '/', statusCode: 302 });
}

/** Profiles used to be at `/@{slug}`. Redirects straight to their current address, which can't cause a loop. */
export function redirectFromOldProfile(subdomain: string): void {
  if (!subdomain.startsWith('@')) return;
  const slug = subdomain.slice(1);
  throw redirect({ href: slug ? `/profile/${encodeURIComponent(slug)}` : '/discover', statusCode: 308 });
}
