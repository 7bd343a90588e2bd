/** One setting in a person's words. */
export interface Setting {
  name: string;
  meaning: string;
  default: string;
  /** Never given as a flag. */
  secret?: boolean;
}

export const settings: Setting[];

/** The flag that gives a setting: DATA_DIR -> --data-dir. */
export function flagOf(setting: Setting): string;
