import { ApiError, call, NetworkError } from '#web/lib/api-client.ts';

type ReportKind = 'page' | 'tab' | 'module' | 'window';

/** What one page reports at most: a failure that comes again and again says nothing new. */
const mostReports = 5;
const references = new Map<string, Promise<string | null>>();

const messageOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/**
 * Tells the server of a failure, once each. Answers the name under which it stands in the server's log; null when it
 * could not be told. Only the path of the address goes along, and the server takes out what could tell of a person.
 */
export function reportError(kind: ReportKind, error: unknown): Promise<string | null> {
  const message = messageOf(error);
  const known = references.get(message);
  if (known) return known;
  if (references.size >= mostReports) return Promise.resolve(null);
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

/** Reports what nothing else caught. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error }) => {
    // What other sites' scripts and extensions throw comes without its error.
    if (error) void reportError('window', error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // Refusals and lost connections are no faults of the page.
    if (reason instanceof ApiError || reason instanceof NetworkError || !(reason instanceof Error)) return;
    if (reason.name !== 'AbortError') void reportError('window', reason);
  });
}
