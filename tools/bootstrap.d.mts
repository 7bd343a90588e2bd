/** An error that is shown as one sentence, without a stack trace. */
export class SetupError extends Error {}

/**
 * Builds the web app, if a source changed or it was never built. `report` is called with a label and the work, to show
 * what takes time.
 * @throws SetupError if the build fails
 */
export function buildWeb(report?: (label: string, work: () => Promise<void>) => Promise<void>): Promise<void>;
