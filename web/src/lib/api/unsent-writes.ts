import type { OperationId } from '#contract/api.ts';

/** Writes that are sent again automatically, or that no user asked for. */
const quiet: ReadonlySet<OperationId> = new Set([
  'create_comment',
  'create_post',
  'send_message',
  'update_comment',
  'update_post',
  'save_draft',
  'delete_upload',
  'discard_draft',
  'record_space_visit',
  'report_client_error',
]);

let last = Number.NEGATIVE_INFINITY;

/** Records that a change of the user wasn't sent, because the server couldn't be reached. */
export function recordUnsentWrite(operation: OperationId): void {
  if (!quiet.has(operation)) last = performance.now();
}

/** Returns whether a change couldn't be sent within the last `within` milliseconds. */
export function hasUnsentWrite(within: number): boolean {
  return performance.now() - last < within;
}
