import { keepDrafts } from '../cache/drafts.ts';
import { rejectWrites } from '../cache/local-store.ts';
import { signOutInPlace } from './sign-out-in-place.ts';

let isLeaving = false;

/** Returns true the first time only: a page ends once, whatever else would end it. */
export function startLeaving(): boolean {
  if (isLeaving) return false;
  isLeaving = true;
  return true;
}

/**
 * Replaces the page after its session has ended elsewhere, such as by signing out in another tab. It stays at its address, and
 * what was typed is kept in this tab for when the same user logs in again; nothing of the session can be read anymore.
 */
export function leaveEndedSession(): void {
  if (!startLeaving()) return;
  keepDrafts();
  rejectWrites();
  signOutInPlace('elsewhere');
}
