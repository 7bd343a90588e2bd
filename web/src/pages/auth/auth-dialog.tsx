import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouteContext, useSearch } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { AuthDialog, toSafePath, toSubdomain } from '#web/features/auth/index.ts';
import { toSignInGoal } from '#web/features/members/index.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';

const kinds: Record<string, ComponentProps<typeof AuthDialog>['kind']> = {
  '/login': 'login',
  '/signup': 'signup',
  '/forgot-password': 'forgot-password',
};

/** The auth dialog selected by the URL. */
export default function AuthDialogPage() {
  const { page } = useRouteContext({ from: '__root__' });
  const redirect = toSafePath(useSearch({ strict: false }).redirect);
  const kind = kinds[useLocation().pathname];
  // Loaded with the page.
  const { data } = useQuery({ ...spaceQuery(toSubdomain(redirect) ?? ''), enabled: false });
  const space = useEntity('space', data?.space_id ?? '') as Space | undefined;
  if (!kind) return null;
  return (
    <AuthDialog
      kind={kind}
      brandName={page.brandName}
      redirect={redirect}
      space={space && { name: space.name, goal: toSignInGoal(space, redirect) }}
    />
  );
}
