import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { LiveClient, LiveState } from './live-client.ts';

/** The page's live client. On the server there is one too, which is never attached. */
export const LiveClientContext = createContext<LiveClient | null>(null);

function useLiveClient(): LiveClient {
  const live = useContext(LiveClientContext);
  if (!live) throw new Error('useTopic must be used within the page shell');
  return live;
}

/**
 * Hears a topic (`space:{id}`, `post:{id}`, `user:{id}`) while the component is mounted; null hears nothing. `since` is
 * the `live_cursor` of the answer that is on screen. What is heard goes to the handlers of `registerLiveHandler`.
 */
export function useTopic(topic: string | null, since: number | null): void {
  const live = useLiveClient();
  useEffect(() => {
    if (topic) return live.want(topic, since);
  }, [live, topic, since]);
}

/** How the live channel stands: `idle` (not started), `connecting`, `connected` or `lost`. */
export function useLiveState(): LiveState {
  const live = useLiveClient();
  return useSyncExternalStore(live.onState, live.readState, () => 'idle' as const);
}
