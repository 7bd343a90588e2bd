/**
 * The way of a signed-in person from the gate to their first page (document 1, section 4). What this browser remembers
 * is the fast path; asking the server for their spaces is the slow one.
 */
export type EntryStage =
  | 'initializing'
  | 'checking-cache'
  | 'fast-path'
  | 'slow-path'
  | 'redirecting'
  | 'complete'
  | 'error';

const following: Record<EntryStage, readonly EntryStage[]> = {
  initializing: ['checking-cache', 'error'],
  'checking-cache': ['fast-path', 'slow-path', 'error'],
  'fast-path': ['redirecting', 'error'],
  'slow-path': ['redirecting', 'error'],
  redirecting: ['complete', 'error'],
  complete: [],
  error: ['initializing'],
};

/** The stage after `from`; a stage that cannot follow leaves it as it is, so that nothing late turns the way back. */
export const toNextStage = (from: EntryStage, to: EntryStage): EntryStage =>
  following[from].includes(to) ? to : from;

/** Whether the full loading screen shows (reading A117). */
export const showsLoading = (stage: EntryStage): boolean => stage === 'initializing' || stage === 'slow-path';

/** What the gate says meanwhile. */
export const stageMessages: Record<EntryStage, string> = {
  initializing: 'Verifying your session...',
  'checking-cache': 'Loading your space...',
  'fast-path': 'Loading your space...',
  'slow-path': 'Loading your spaces...',
  redirecting: 'Redirecting...',
  complete: 'Redirecting...',
  error: '',
};
