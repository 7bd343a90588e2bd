import { ApiError, call, NetworkError } from '#web/lib/api/api-client.ts';

type ReportKind = 'page' | 'tab' | 'module' | 'window';

/** Maximum number of reports per page: repeated failures add nothing new. */
const maxReports = 5;
const references = new Map<string, Promise<string | null>>();

const messageOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/**
 * Reports an error to the server, each one once. Returns its reference in the server's log; null if it couldn't be
 * sent. Only the path of the address is included, and the server removes personal data.
 */
export function reportError(kind: ReportKind, error: unknown): Promise<string | null> {
  const message = messageOf(error);
  const known = references.get(message);
  if (known) return known;
  if (references.size >= maxReports) return Promise.resolve(null);
  const notified = call('report_client_error', {
    kind,
    message: message.slice(0, 2_000),
    stack: error instanceof Error ? error.stack?.slice(0, 8_000) : undefined,
    path: window.location.pathname.slice(0, 2_000),
  }).then(
    ({ reference }) => reference,
    () => null,
  );
  references.set(message, notified);
  return notified;
}

/** Reports errors that nothing else caught. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error }) => {
    // Errors of other sites' scripts and of extensions arrive without an error object.
    if (error) void reportError('window', error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // Rejected requests and lost connections aren't bugs of the page.
    if (reason instanceof ApiError || reason instanceof NetworkError || !(reason instanceof Error)) return;
    if (reason.name !== 'AbortError') void reportError('window', reason);
  });
}
