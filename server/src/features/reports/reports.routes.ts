import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { redactPii } from './redact-pii.ts';

export function reportRoutes(route: RouteBinder, { log }: Platform): void {
  route('report_client_error', async ({ input, request }) => {
    log.warn(
      {
        request_id: request.id,
        kind: input.kind,
        message: redactPii(input.message).slice(0, 300),
        stack: redactPii(input.stack ?? '').slice(0, 2_000),
        path: redactPii(input.path).slice(0, 200),
      },
      'client error',
    );
    return { reference: String(request.id) };
  });
}
