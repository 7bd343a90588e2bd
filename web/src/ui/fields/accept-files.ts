import { t } from '#contract/i18n/translate.ts';
import { toReadableSize } from './readable-size.ts';

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
    const { name } = file;
    const reject = (reason: RejectedFile['reason'], message: string) =>
      rejected.push({ file, reason, message });
    if (!matches(file, accept)) reject('type', t("{name}: this file type isn't supported.", { name }));
    else if (file.size > maxSize)
      reject('size', t('{name}: larger than {size}.', { name, size: toReadableSize(maxSize) }));
    else if (taken.length >= room) reject('count', t('{name}: too many files.', { name }));
    else taken.push(file);
  }
  return { taken, rejected };
}
