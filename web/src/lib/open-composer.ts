import { useEffect, useEffectEvent } from 'react';

/** Any part of the page may ask for the box in which a post is written; the feed of that space opens it. */
const eventName = 'open-post-composer';

export function openComposer(spaceId: string): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: spaceId }));
}

/** Calls `open` when the composer of this space is asked for. */
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
