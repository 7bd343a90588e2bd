import { listLocal, readLocal, writeLocal } from '#web/lib/local-store.ts';

interface Kept {
  ref: string;
  /** Milliseconds since 1970. */
  at: number;
}

const day = 24 * 3_600_000;
/** How long an invitation counts on this device (thin areas: 30 days). */
export const invitationTtl = 30 * day;
/** How long a wish to join waits for its person to have signed up. */
export const joinIntentTtl = day;
const invitationOf = (spaceId: string) => `invitation.${spaceId}`;
const joinIntentKey = (spaceId: string) => `join-wish.${spaceId}`;
const isRef = (ref: unknown): ref is string => typeof ref === 'string' && /^[0-9a-f]{8}$/.test(ref);

/** What the address of an about page holds: who invited to it, by the first 8 characters of their id. */
export interface InvitationSearch {
  ref?: string | undefined;
}
export const toInvitationSearch = ({ ref }: Record<string, unknown>): InvitationSearch => ({
  ref: isRef(ref) ? ref : undefined,
});

/** Keeps who invited to a space, so that it is known once the visitor has signed up. The latest invitation counts. */
export function saveInvitation(spaceId: string, ref: unknown, now = Date.now()): void {
  if (!isRef(ref)) return;
  for (const name of listLocal('invitation.')) {
    const kept = readLocal<Kept>(name);
    if (!kept || now - kept.at > invitationTtl) writeLocal(name, null);
  }
  writeLocal(invitationOf(spaceId), { ref, at: now } satisfies Kept);
}

/** The invitation to a space that this device keeps; undefined when there is none, or it is too old. */
export function readInvitation(spaceId: string, now = Date.now()): string | undefined {
  const kept = readLocal<Kept>(invitationOf(spaceId));
  return kept && isRef(kept.ref) && now - kept.at <= invitationTtl ? kept.ref : undefined;
}

/** The invitation has been sent along with a join. */
export function forgetInvitation(spaceId: string): void {
  writeLocal(invitationOf(spaceId), null);
}

/** A stranger wants to join: they are asked to sign up first, and need not ask twice. */
export function saveJoinIntent(spaceId: string, now = Date.now()): void {
  writeLocal(joinIntentKey(spaceId), { at: now });
}

/** Whether someone wanted to join before signing up. Answers so once. */
export function takeJoinIntent(spaceId: string, now = Date.now()): boolean {
  const kept = readLocal<{ at: number }>(joinIntentKey(spaceId));
  if (!kept) return false;
  writeLocal(joinIntentKey(spaceId), null);
  return now - kept.at <= joinIntentTtl;
}
