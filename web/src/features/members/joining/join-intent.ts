import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { takeSignedIn } from '#web/lib/session/signed-in-mark.ts';
import { toJoinState } from './join-state.ts';

const hash = 'join';

/** Returns the address that visitors who want to join return to when they have signed in. */
export const toJoinPath = (path: string): string => `${path.split('#')[0]}#${hash}`;

/** What signing in leads to: joining a space, asking to join it, or only opening it. */
export type SignInGoal = 'join' | 'ask' | 'open';

/** Returns what happens in a space when someone signs in and returns to this address. */
export function toSignInGoal(space: Space, path: string | undefined): SignInGoal {
  const state = toJoinState(space);
  return path?.endsWith(`#${hash}`) && (state === 'join' || state === 'ask') ? state : 'open';
}

/**
 * Runs, once, the action that was chosen before signing in. The address alone doesn't: it has to be where signing in has just led
 * in this tab, so that a link can't make anyone join.
 */
export function useJoinIntent(action: () => void): void {
  const { href, hash: found } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (found !== hash) return;
    const isWanted = takeSignedIn(href);
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
    if (isWanted) latest.current();
  }, [found, href, navigate]);
}
