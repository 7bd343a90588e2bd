import { z } from 'zod';
import { maxStoredHtml } from '../values/limits.ts';

/** Maximum characters of HTML in a request, which leaves room for its other fields. */
const maxInputLength = 200_000;

/**
 * A field for the HTML of an editor, with the error message for too much of it. This limit only rejects excessive input:
 * after sanitizing, the server compares what it stores with `maxStoredHtml`.
 */
export const htmlInput = (kind: keyof typeof maxStoredHtml, message: () => string) =>
  z.string().max(Math.min(2 * maxStoredHtml[kind], maxInputLength), { error: message });
