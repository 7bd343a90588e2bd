import { type Message, msg } from '#contract/i18n/translate.ts';

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

/** The message of each stage while it lasts; errors have a separate page. */
export const stageMessages: Record<Exclude<EntryStage, 'error'>, Message> = {
  initializing: msg('Verifying your session...'),
  'checking-cache': msg('Loading your space...'),
  'fast-path': msg('Loading your space...'),
  'slow-path': msg('Loading your spaces...'),
  redirecting: msg('Redirecting...'),
  complete: msg('Redirecting...'),
};
