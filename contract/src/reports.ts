import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

export const reportEndpoints = {
  report_client_error: defineEndpoint({
    method: 'POST',
    path: '/api/client-errors',
    summary: 'Keep a failure of the page in the server’s log. Answers the name under which it stands there.',
    access: 'public',
    body: z.object({
      /** Where it was caught: a page, a tab of a space, scripts that did not load, or nowhere. */
      kind: z.enum(['page', 'tab', 'module', 'window']),
      message: z.string().max(2_000),
      stack: z.string().max(8_000).optional(),
      path: z.string().max(2_000),
    }),
    output: z.object({ reference: z.string() }),
    errors: [],
    rateLimit: 'report',
  }),
};
