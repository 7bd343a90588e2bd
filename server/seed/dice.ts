/** A seeded random number generator: the same name gives the same numbers on every machine. */
export interface Dice {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A number from `low` to `high`. */
  between(low: number, high: number): number;
  /** An integer from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<const L extends readonly [unknown, ...unknown[]]>(list: L): L[number];
  /** Returns a shuffled copy of the list. */
  shuffle<T>(list: readonly T[]): T[];
}

/** Hashes the name (FNV-1a) into the state of a small generator (mulberry32). */
export function createDice(name: string): Dice {
  let state = 0x811c9dc5;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  // Mix the hash, so that similar names produce unrelated numbers.
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => list[whole(0, list.length - 1)],
    shuffle: (list) =>
      list
        .map((value) => ({ value, order: next() }))
        .sort((one, other) => one.order - other.order)
        .map(({ value }) => value),
  };
}
