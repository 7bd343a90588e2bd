import { useRef } from 'react';
import { AvatarOnline } from '#web/ui/avatar.tsx';
import { useIsOffline } from './reconnect.ts';
import { useIsOnScreen, usePresence } from './use-presence.ts';

interface OnlineDotProps {
  /** The space in which the user is online or not; null is anywhere. */
  spaceId: string | null;
  userId: string;
  /** What the last response said. */
  isOnline: boolean;
}

/** The dot on the avatar of a user who is online. It follows them while it is on screen; without a connection, nobody knows. */
export function OnlineDot({ spaceId, userId, isOnline }: OnlineDotProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const isShown = useIsOnScreen(anchor);
  const known = usePresence(spaceId, userId, isShown);
  const isOffline = useIsOffline();
  return (
    <>
      <span ref={anchor} className="absolute" aria-hidden="true" />
      {!isOffline && (known?.is_online ?? isOnline) && <AvatarOnline />}
    </>
  );
}
