import { useLocation, useRouteContext, useSearch } from '@tanstack/react-router';
import { AuthWindow, type AuthWindowKind, toSafePath } from '#web/features/auth/index.ts';

const kinds: Record<string, AuthWindowKind> = {
  '/login': 'login',
  '/signup': 'signup',
  '/forgot-password': 'forgot-password',
};

/** The sign-in window that the address asks for. */
export default function AuthWindowPage() {
  const { page } = useRouteContext({ from: '__root__' });
  const { redirect } = useSearch({ strict: false });
  const kind = kinds[useLocation().pathname];
  return kind ? <AuthWindow kind={kind} brandName={page.brandName} redirect={toSafePath(redirect)} /> : null;
}
