import type { LiveState } from '#web/lib/live/live-client.ts';

/** How long the live connection may be lost, or not yet open, before the server is checked, in milliseconds. A restart takes less. */
export const lostGraceMs = 4_000;
/** How often the server is checked while it can be reached but the live connection is still lost, in milliseconds. */
const lostRecheckMs = 30_000;
/** The first wait between two checks, in milliseconds; it doubles with each failure, up to the maximum. */
const firstRetryMs = 5_000;
const maxRetryMs = 180_000;
/** Failed checks in a row, with a network, after which reloading the page is suggested. */
const failuresBeforeReload = 5;

/** Returns how long to wait after this many equal results of checks in a row, in milliseconds. */
const retryMs = (count: number) => Math.min(firstRetryMs * 2 ** count, maxRetryMs);

interface ConnectionMonitorOptions {
  /** Whether the server can be reached now. Never rejects. */
  reachServer: () => Promise<boolean>;
  /** Whether the browser believes that it has a network. */
  hasNetwork: () => boolean;
  onLost: () => void;
  onRestored: () => void;
  /** Called when the live channel is back after an outage that was too short for `onLost`. */
  onResumed: () => void;
  /** Called when there is a network but the server can't be reached for a long time. */
  onStuck: () => void;
}

/**
 * Decides whether this page is offline. The browser's `online` and `offline` events and the live connection are hints
 * only: offline means that a request failed, online that a request or the live connection succeeded, whichever comes
 * first.
 */
export class ConnectionMonitor {
  #options: ConnectionMonitorOptions;
  #live: LiveState = 'idle';
  #isOffline = false;
  #failures = 0;
  /** Checks in a row that succeeded although the browser reported no network. */
  #contradictions = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts checks, so that an outdated one is ignored. */
  #check = 0;

  constructor(options: ConnectionMonitorOptions) {
    this.#options = options;
  }

  /** The live connection's state changed. */
  setLive(live: LiveState): void {
    if (live === this.#live) return;
    const isShortOutage = this.#live === 'lost' && !this.#isOffline;
    this.#live = live;
    if (live === 'connected') {
      // A connection that was being opened while the network went away says nothing.
      if (this.#options.hasNetwork()) this.#settle(true);
      else void this.#verify();
      if (isShortOutage) this.#options.onResumed();
    } else if (this.#isWaiting() && !this.#isOffline) this.#schedule(lostGraceMs);
  }

  /** Whether the live connection should be open and isn't. */
  #isWaiting(): boolean {
    return this.#live === 'lost' || this.#live === 'connecting';
  }

  /** The browser gained or lost its network; verified with a check right away. */
  networkChanged(): void {
    this.#failures = 0;
    this.#contradictions = 0;
    void this.#verify();
  }

  stop(): void {
    this.#check += 1;
    clearTimeout(this.#timer);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#verify(), delay);
  }

  async #verify(): Promise<void> {
    clearTimeout(this.#timer);
    this.#check += 1;
    const check = this.#check;
    const isReachable = await this.#options.reachServer();
    if (check === this.#check) this.#settle(isReachable);
  }

  #settle(isReachable: boolean): void {
    this.#check += 1;
    clearTimeout(this.#timer);
    const wasOffline = this.#isOffline;
    this.#isOffline = !isReachable;
    if (isReachable) {
      this.#failures = 0;
      // The check can be faster than the loss, which a connection that is open or being opened may never report.
      if (!this.#options.hasNetwork()) this.#schedule(retryMs(this.#contradictions++));
      else if (this.#isWaiting()) this.#schedule(lostRecheckMs);
      if (wasOffline) this.#options.onRestored();
      return;
    }
    this.#schedule(retryMs(this.#failures));
    if (!wasOffline) this.#options.onLost();
    if (!this.#options.hasNetwork()) return;
    this.#failures += 1;
    if (this.#failures < failuresBeforeReload) return;
    this.#failures = 0;
    this.#options.onStuck();
  }
}
