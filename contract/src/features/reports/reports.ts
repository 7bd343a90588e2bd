import { z } from 'zod';
import { defineEndpoint } from '../../schema/endpoint.ts';

export const reportEndpoints = {
  report_client_error: defineEndpoint({
    method: 'POST',
    path: '/api/client-errors',
    summary: "Write an error of the web app to the server's log. Returns its reference in the log.",
    access: 'public',
    body: z.object({
      /** Where it was caught: a page, a tab of a space, a script that didn't load, or the window. */
      kind: z.enum(['page', 'tab', 'module', 'window']),
      message: z.string().max(2_000),
      stack: z.string().max(8_000).optional(),
      path: z.string().max(2_000),
    }),
    output: z.object({ reference: z.string() }),
    rateLimit: 'report',
  }),
};
