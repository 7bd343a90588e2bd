/** The features that each feature may use, by its name. */
type Arrows = Record<string, string[]>;

export const serverArrows: Arrows;
export const webArrows: Arrows;
