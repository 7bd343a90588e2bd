import { Link, useLocation } from '@tanstack/react-router';

/** The way back in for someone whose session ended while they wrote; what they wrote waits here. */
export function SignInAgain() {
  const here = useLocation({ select: (location) => location.href });
  return (
    <Link to="/login" search={{ redirect: here }} className="btn" data-size="sm">
      Sign in again
    </Link>
  );
}
