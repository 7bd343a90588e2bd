/** Maximum number of address changes within `rateWindow`. */
export const maxNavigations = 80;
export const rateWindow = 10_000;
/** How long a second press of the same link counts as a repeat, in milliseconds. */
export const repeatWindow = 1_000;
/** Number of addresses in the trail. */
export const trailLength = 20;

/**
 * Records the visited addresses and stops redirect loops: more than 80 changes of the address in 10 seconds are
 * blocked, which no person reaches.
 */
export class NavigationTrail {
  #times: number[] = [];
  #paths: string[] = [];
  #pressed: { path: string; at: number } | null = null;

  /** Records a change of the address; false if there were too many. */
  allows(path: string, now = Date.now()): boolean {
    this.#times = this.#times.filter((time) => now - time < rateWindow);
    if (this.#times.length >= maxNavigations) return false;
    this.#times.push(now);
    // Only the path: query and fragment can contain personal data.
    this.#paths = [...this.#paths, path.replace(/[?#].*$/s, '')].slice(-trailLength);
    return true;
  }

  /**
   * The same for a push to the history. A second press of a link right after the first is blocked, even if the first
   * was redirected before its page arrived.
   */
  allowsPush(path: string, now = Date.now()): boolean {
    if (this.#pressed?.path === path && now - this.#pressed.at < repeatWindow) return false;
    this.#pressed = { path, at: now };
    return this.allows(path, now);
  }

  /** Called on back or forward: the same link may then be pressed again. */
  forgetPress(): void {
    this.#pressed = null;
  }

  /** Latest last. */
  get paths(): readonly string[] {
    return this.#paths;
  }
}

/** The trail of this page. */
export const pageTrail = new NavigationTrail();
