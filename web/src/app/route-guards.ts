import { notFound, redirect } from '@tanstack/react-router';
import { chooseLanding, sessionQuery } from '#web/features/auth/index.ts';
import { readSpace, spaceQuery, userSpacesQuery } from '#web/features/spaces/index.ts';
import { isApiError } from '#web/lib/api-client.ts';
import { readEntity } from '#web/lib/entity-cache.ts';
import type { EntryStage } from './entry-stages.ts';
import type { RouterContext } from './page-context.ts';

/** Lets signed-in people pass; others sign in first and come back to `href`. */
export async function requireViewer({ queryClient }: RouterContext, href: string): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (!session.user) throw redirect({ to: '/login', search: { redirect: href }, statusCode: 302 });
}

/**
 * The id of the space at an address.
 * @throws notFound with 'Space not found'.
 */
export async function requireSpace(
  { queryClient }: RouterContext,
  subdomain: string,
): Promise<{ space_id: string }> {
  try {
    const { space_id } = await queryClient.ensureQueryData(spaceQuery(subdomain));
    return { space_id };
  } catch (error) {
    if (isApiError(error) && error.status < 500) throw notFound();
    throw error;
  }
}

/** A space whose posts and people this viewer may read; others are led to its about page. */
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

/** How long before a person without a space is led to discover, in milliseconds (document 1, section 2). */
const discoverDelay = 300;
/** How long finding the way may take before it is given up, in milliseconds (document 1, section 9). */
const landingTimeout = 3_000;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Where a signed-in person is led from `/app` and `/smart-landing`, in the browser (reading A10).
 * @throws when the server cannot tell their spaces, and this browser keeps no copy of them.
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

/** Lets the people pass who may look behind the screens: those who develop, and general admins. */
export async function requireDeveloper({ queryClient }: RouterContext): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (import.meta.env.MODE !== 'development' && session.user?.role !== 'admin')
    throw redirect({ to: '/', statusCode: 302 });
}

/** Profiles of old stood at `/@{slug}`: they lead straight to where they are now, so no circle can come of it. */
export function leadToProfile(subdomain: string): void {
  if (!subdomain.startsWith('@')) return;
  const slug = subdomain.slice(1);
  throw redirect({ href: slug ? `/profile/${encodeURIComponent(slug)}` : '/discover', statusCode: 308 });
}
