/** How many changes of the address are let through in `rateWindow` (document 1, section 9). */
export const mostNavigations = 80;
export const rateWindow = 10_000;
/** How long the same link pressed again is the same press, in milliseconds. */
export const repeatWindow = 1_000;
/** How many addresses the trail keeps. */
export const trailLength = 20;

/**
 * Where this page has been, and a brake: something that leads to and fro without end is stopped after 80 changes of the
 * address in 10 seconds, which no person reaches (reading D7).
 */
export class NavigationTrail {
  #times: number[] = [];
  #paths: string[] = [];
  #pressed: { path: string; at: number } | null = null;

  /** Notes a change of the address; false when it is one too many. */
  allows(path: string, now = Date.now()): boolean {
    this.#times = this.#times.filter((time) => now - time < rateWindow);
    if (this.#times.length >= mostNavigations) return false;
    this.#times.push(now);
    // Only the path: what follows it may say more than a trail should.
    this.#paths = [...this.#paths, path.replace(/[?#].*$/s, '')].slice(-trailLength);
    return true;
  }

  /**
   * The same for a change that adds to the history. A second press of a link right after the first adds nothing, also where
   * the first was led on to another address before its page came.
   */
  allowsPush(path: string, now = Date.now()): boolean {
    if (this.#pressed?.path === path && now - this.#pressed.at < repeatWindow) return false;
    this.#pressed = { path, at: now };
    return this.allows(path, now);
  }

  /** The person went back or forward: the same link may be meant anew. */
  forgetPress(): void {
    this.#pressed = null;
  }

  /** The latest last. */
  get paths(): readonly string[] {
    return this.#paths;
  }
}

/** The trail of this page. */
export const pageTrail = new NavigationTrail();
