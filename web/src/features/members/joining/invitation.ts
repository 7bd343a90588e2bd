import { listLocal, readLocal, writeLocal } from '#web/lib/cache/local-store.ts';

interface StoredInvitation {
  ref: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** How long this device keeps an invitation: 30 days. */
export const invitationTtl = 30 * 24 * 3_600_000;
const invitationOf = (spaceId: string) => `invitation.${spaceId}`;
const isRef = (ref: unknown): ref is string => typeof ref === 'string' && /^[0-9a-f]{8}$/.test(ref);

/** The search parameter of an about page: the first 8 characters of the inviter's user id. */
interface InvitationSearch {
  ref?: string | undefined;
}
export const toInvitationSearch = ({ ref }: Record<string, unknown>): InvitationSearch => ({
  ref: isRef(ref) ? ref : undefined,
});

/** Saves who invited the visitor to a space until they sign up. The latest invitation counts. */
export function saveInvitation(spaceId: string, ref: unknown, now = Date.now()): void {
  if (!isRef(ref)) return;
  for (const name of listLocal('invitation.')) {
    const stored = readLocal<StoredInvitation>(name);
    if (!stored || now - stored.at > invitationTtl) writeLocal(name, null);
  }
  writeLocal(invitationOf(spaceId), { ref, at: now } satisfies StoredInvitation);
}

/** The saved invitation to a space; undefined if there is none or it has expired. */
export function readInvitation(spaceId: string, now = Date.now()): string | undefined {
  const stored = readLocal<StoredInvitation>(invitationOf(spaceId));
  return stored && isRef(stored.ref) && now - stored.at <= invitationTtl ? stored.ref : undefined;
}

/** Deletes the invitation once it was sent with a join. */
export function forgetInvitation(spaceId: string): void {
  writeLocal(invitationOf(spaceId), null);
}
