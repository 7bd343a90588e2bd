import { useLocation, useRouteContext, useSearch } from '@tanstack/react-router';
import { AuthDialog, type AuthDialogKind, toSafePath } from '#web/features/auth/index.ts';

const kinds: Record<string, AuthDialogKind> = {
  '/login': 'login',
  '/signup': 'signup',
  '/forgot-password': 'forgot-password',
};

/** The auth dialog selected by the URL. */
export default function AuthDialogPage() {
  const { page } = useRouteContext({ from: '__root__' });
  const { redirect } = useSearch({ strict: false });
  const kind = kinds[useLocation().pathname];
  return kind ? <AuthDialog kind={kind} brandName={page.brandName} redirect={toSafePath(redirect)} /> : null;
}
