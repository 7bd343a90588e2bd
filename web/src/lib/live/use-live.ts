import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { LiveClient, LiveState } from './live-client.ts';

/** The page's live client. It also exists during server rendering, but is never attached there. */
export const LiveClientContext = createContext<LiveClient | null>(null);

/** Returns the page's live client, to send signals and listen to them. */
export function useLiveClient(): LiveClient {
  const live = useContext(LiveClientContext);
  if (!live) throw new Error('No live client');
  return live;
}

/**
 * Subscribes to a channel (`space:{id}`, `post:{id}`, `user:{id}`, `conversation:{id}`) while the component is mounted; null subscribes to
 * nothing. `since` is the `live_cursor` of the response on screen. Events go to the handlers of `registerLiveHandler`.
 */
export function useChannel(channel: string | null, since: number | null): void {
  const live = useLiveClient();
  useEffect(() => {
    if (channel) return live.subscribe(channel, since);
  }, [live, channel, since]);
}

/** Returns the connection state: `idle` (not started), `connecting`, `connected` or `lost`. */
export function useLiveState(): LiveState {
  const live = useLiveClient();
  return useSyncExternalStore(live.onState, live.readState, () => 'idle' as const);
}
