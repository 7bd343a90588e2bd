import type { OperationId } from '#contract/api.ts';

/** Writes that are retried automatically, or that no user made. */
const quiet: ReadonlySet<OperationId> = new Set([
  'save_draft',
  'discard_draft',
  'record_space_visit',
  'report_client_error',
]);

let last = Number.NEGATIVE_INFINITY;

/** Records that a user's change was not sent, because the server could not be reached. */
export function recordUnsentWrite(operation: OperationId): void {
  if (!quiet.has(operation)) last = performance.now();
}

/** Whether a change was not sent within these milliseconds. */
export function hasUnsentWrite(within: number): boolean {
  return performance.now() - last < within;
}
