import { LoadingLine } from '#web/app/page-states.tsx';
import { useExternalCode } from '#web/features/auth/index.ts';

/** Back from the other service: the session is on its way. */
export function AuthCallbackPage() {
  useExternalCode();
  return <LoadingLine>Authenticating...</LoadingLine>;
}
