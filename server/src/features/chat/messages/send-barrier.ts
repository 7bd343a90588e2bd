import { AppError } from '#server/platform/errors.ts';
import {
  type OtherParticipant,
  type ParticipantStatus,
  type SendBarrier,
  sendBarrierOf,
} from '../chat.policy.ts';
import type { ContactRow } from '../conversations/conversation-columns.queries.ts';
import { otherOf } from '../conversations/conversations.view.ts';

const barrierCodes = {
  blocked_by_viewer: 'cannot_message_person',
  unavailable: 'cannot_message_person',
  request_pending: 'message_request_pending',
  request_not_accepted: 'message_request_not_accepted',
  left: 'not_in_conversation',
} as const satisfies Record<SendBarrier, string>;

/**
 * Checks that a participant can write into a conversation. Returns the other person of a direct one; null for a group.
 * @throws AppError `cannot_message_person`, `message_request_pending`, `message_request_not_accepted`, `not_in_conversation`
 */
export function requireNoBarrier(
  isGroup: boolean,
  found: { status: ParticipantStatus; other_status: ParticipantStatus | null; contact: ContactRow | null },
): OtherParticipant | null {
  const other = otherOf({
    is_group: isGroup,
    contact: found.contact,
    others: found.other_status === null ? null : [{ status: found.other_status }],
  });
  const barrier = sendBarrierOf(found.status, other);
  if (barrier) throw new AppError(barrierCodes[barrier]);
  return other;
}
