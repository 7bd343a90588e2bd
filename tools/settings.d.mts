/** The explanation of a setting. */
export interface Setting {
  name: string;
  meaning: string;
  default: string;
  /** Has no flag. */
  secret?: boolean;
}

export const settings: Setting[];

/** Returns the flag of a setting: DATA_DIR -> --data-dir. */
export function flagOf(setting: Setting): string;
