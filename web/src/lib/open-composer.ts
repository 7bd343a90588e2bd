import { useEffect, useEffectEvent } from 'react';

/** Any part of the page may ask for the box in which a post is written; the feed of that space opens it. */
const eventName = 'open-post-composer';

export function openComposer(spaceId: string): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: spaceId }));
}

/** Calls `open` when the composer of this space is asked for. */
export function useComposerAsked(spaceId: string, open: () => void): void {
  const asked = useEffectEvent(open);
  useEffect(() => {
    const hear = (event: Event) => {
      if ((event as CustomEvent<string>).detail === spaceId) asked();
    };
    window.addEventListener(eventName, hear);
    return () => window.removeEventListener(eventName, hear);
  }, [spaceId]);
}
