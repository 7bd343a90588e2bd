import { useLocation } from '@tanstack/react-router';

/**
 * The way back in for someone whose session ended while they wrote; what they wrote waits here. The page is loaded anew:
 * this one still holds them to be signed in.
 */
export function SignInAgain() {
  const here = useLocation({ select: (location) => location.href });
  return (
    <a href={`/login?redirect=${encodeURIComponent(here)}`} className="btn" data-size="sm">
      Sign in again
    </a>
  );
}
