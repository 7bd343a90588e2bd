import { t } from '#contract/i18n/translate.ts';
/** Which files a file drop accepts. */
export interface FileRules {
  /** Same format as `<input accept>`: `image/*,.pdf`. If undefined, any file. */
  accept?: string;
  /** Maximum size in bytes. */
  maxSize?: number;
  /** How many more files can be added. */
  room?: number;
}

export interface RejectedFile {
  file: File;
  reason: 'type' | 'size' | 'count';
  /** Message for the user. */
  message: string;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Formats a size in bytes: `640 KB`, `1.5 MB` (1 KB = 1,024 bytes). */
export function toReadableSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1,023.6 KB would be rounded to "1024 KB".
  while (Math.round(value) >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${digits} ${unit === 0 && digits === 1 ? 'byte' : UNITS[unit]}`;
}

function matches(file: File, accept: string): boolean {
  const rules = accept
    .split(',')
    .map((rule) => rule.trim().toLowerCase())
    .filter(Boolean);
  const type = file.type.toLowerCase();
  return (
    rules.length === 0 ||
    rules.some((rule) => {
      if (rule.startsWith('.')) return file.name.toLowerCase().endsWith(rule);
      return rule.endsWith('/*') ? type.startsWith(rule.slice(0, -1)) : type === rule;
    })
  );
}

/** Splits files into accepted and rejected ones with a reason. The server checks them again. */
export function sortFiles(
  files: readonly File[],
  rules: FileRules,
): { taken: File[]; rejected: RejectedFile[] } {
  const { accept = '', maxSize = Number.POSITIVE_INFINITY, room = Number.POSITIVE_INFINITY } = rules;
  const taken: File[] = [];
  const rejected: RejectedFile[] = [];
  for (const file of files) {
    const reject = (reason: RejectedFile['reason'], message: string) =>
      rejected.push({ file, reason, message: `${file.name}: ${message}` });
    if (!matches(file, accept)) reject('type', t("this file type isn't supported."));
    else if (file.size > maxSize) reject('size', `larger than ${toReadableSize(maxSize)}.`);
    else if (taken.length >= room) reject('count', t('too many files.'));
    else taken.push(file);
  }
  return { taken, rejected };
}
