/** How many changes of the address are let through in `rateWindow` (document 1, section 9). */
export const mostNavigations = 80;
export const rateWindow = 10_000;
/** How many addresses the trail keeps. */
export const trailLength = 20;

/**
 * Where this page has been, and a brake: something that leads to and fro without end is stopped after 80 changes of the
 * address in 10 seconds, which no person reaches (reading D7).
 */
export class NavigationTrail {
  #times: number[] = [];
  #paths: string[] = [];

  /** Notes a change of the address; false when it is one too many. */
  allows(path: string, now = Date.now()): boolean {
    this.#times = this.#times.filter((time) => now - time < rateWindow);
    if (this.#times.length >= mostNavigations) return false;
    this.#times.push(now);
    // Only the path: what follows it may say more than a trail should.
    this.#paths = [...this.#paths, path.replace(/[?#].*$/s, '')].slice(-trailLength);
    return true;
  }

  /** The latest last. */
  get paths(): readonly string[] {
    return this.#paths;
  }
}

/** The trail of this page. */
export const pageTrail = new NavigationTrail();
