/** The speeds that can be chosen. */
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;
const key = 'hearth:video-speed';

/** Returns the speed that was chosen last in this browser. */
export function readSpeed(): number {
  try {
    const stored = Number(localStorage.getItem(key));
    return speeds.find((speed) => speed === stored) ?? 1;
  } catch {
    return 1;
  }
}

export function storeSpeed(speed: number): void {
  try {
    localStorage.setItem(key, String(speed));
  } catch {
    // The browser stores nothing; the speed counts for this page.
  }
}

/** Returns the next faster or slower speed. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const faster = speeds.filter((one) => (direction === 1 ? one > speed : one < speed));
  return (direction === 1 ? faster[0] : faster.at(-1)) ?? speed;
}
