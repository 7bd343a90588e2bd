type Intersection<T> = (T extends unknown ? (part: T) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** All declarations of all features in one object. */
export type Merged<Features extends Record<string, object>> =
  Intersection<Features[keyof Features]> extends infer All ? { [Name in keyof All]: All[Name] } : never;

/**
 * Merges what each feature declares: endpoints, live events or error codes.
 * @throws if two features declare the same name
 */
export function mergeFeatures<Features extends Record<string, object>>(features: Features): Merged<Features> {
  const all: Record<string, unknown> = {};
  for (const [feature, declarations] of Object.entries(features)) {
    for (const [name, declaration] of Object.entries(declarations)) {
      if (name in all) throw new Error(`${feature} declares ${name}, which another feature declares too`);
      all[name] = declaration;
    }
  }
  return all as Merged<Features>;
}
