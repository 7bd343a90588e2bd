/**
 * The stages between sign-in and a user's first page. The fast path uses what this browser remembers; the slow path
 * asks the server for the user's spaces.
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

/** Returns the next stage, or `from` if `to` can't follow, so that a late result can't move backwards. */
export const toNextStage = (from: EntryStage, to: EntryStage): EntryStage =>
  following[from].includes(to) ? to : from;

/** Whether the full loading screen is shown. */
export const showsLoading = (stage: EntryStage): boolean => stage === 'initializing' || stage === 'slow-path';

/** The message of each stage. */
export const stageMessages: Record<EntryStage, string> = {
  initializing: 'Verifying your session...',
  'checking-cache': 'Loading your space...',
  'fast-path': 'Loading your space...',
  'slow-path': 'Loading your spaces...',
  redirecting: 'Redirecting...',
  complete: 'Redirecting...',
  error: '',
};
