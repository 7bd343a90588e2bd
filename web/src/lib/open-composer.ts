import { useEffect, useEffectEvent } from 'react';

/** Event that asks the feed of a space to open its post composer. */
const eventName = 'open-post-composer';

export function openComposer(spaceId: string): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: spaceId }));
}

/** Calls `open` when the composer of this space is requested. */
export function useComposerRequested(spaceId: string, open: () => void): void {
  const requested = useEffectEvent(open);
  useEffect(() => {
    const receive = (event: Event) => {
      if ((event as CustomEvent<string>).detail === spaceId) requested();
    };
    window.addEventListener(eventName, receive);
    return () => window.removeEventListener(eventName, receive);
  }, [spaceId]);
}
