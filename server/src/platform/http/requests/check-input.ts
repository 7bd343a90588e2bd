import type { z } from 'zod';
import { t } from '#contract/i18n/translate.ts';
import { AppError } from '../../errors.ts';

const maxDepth = 20;

/** Rejects text that PostgreSQL or UTF-8 can't store (NUL bytes, lone surrogates), anywhere in the input. */
function requireStorableText(value: unknown, path: string[]): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed())
      throw new AppError('invalid_text', { path: path.join('.') });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length > maxDepth)
    throw new AppError('invalid_input', { issues: [{ path: '', message: t('Nested too deeply.') }] });
  for (const [key, entry] of Object.entries(value)) {
    requireStorableText(key, path);
    requireStorableText(entry, [...path, key]);
  }
}

/**
 * Parses one part of a request with its schema.
 * @throws AppError `invalid_input` with `{issues: [{path, message}]}` and the message of the first issue.
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  requireStorableText(value, []);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .slice(0, 20)
    .map((issue) => ({ path: issue.path.join('.').slice(0, 200), message: issue.message.slice(0, 300) }));
  const first = issues[0];
  throw new AppError('invalid_input', { issues }, first ? { message: first.message } : {});
}
