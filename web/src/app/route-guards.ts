import { notFound, redirect } from '@tanstack/react-router';
import { sessionQuery } from '#web/features/auth/index.ts';
import { canReadSpace, readSpace, spaceQuery } from '#web/features/spaces/index.ts';
import { isApiError } from '#web/lib/api-client.ts';
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
  if (!space || !canReadSpace(space)) {
    throw redirect({ to: '/$subdomain/about', params: { subdomain }, statusCode: 302 });
  }
  return { space_id };
}
