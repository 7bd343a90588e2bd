import { z } from 'zod';
import { maxStoredHtml } from './limits.ts';

/** Most characters that fit into a request beside its other fields. */
const mostSent = 200_000;

/**
 * HTML of the editor as it is sent. This limit only rejects excessive input; the server counts the text that is stored,
 * after sanitizing it.
 */
export const sentHtml = (kind: keyof typeof maxStoredHtml, message: () => string) =>
  z.string().max(Math.min(2 * maxStoredHtml[kind], mostSent), { error: message });
