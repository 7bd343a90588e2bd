import type { z } from 'zod';
import type { ChatSettings } from '#contract/features/chat/contacts.ts';
import type { ConversationStatus, sendBarrier } from '#contract/features/chat/conversations.ts';
import { maxReadReceiptParticipants, messageEditHours } from '#contract/values/limits.ts';

export type SendBarrier = z.output<typeof sendBarrier>;

/** The status of a participant as stored: see the table `chat_participants`. */
export type ParticipantStatus = 'hidden' | 'request' | 'declined' | 'active' | 'left' | 'removed';

/** How the first message of someone reaches a person: directly, as a message request, or not at all. */
export type Reach = 'direct' | 'request' | 'none';

/** What decides whether someone can start a conversation with a person. */
export interface Contactability {
  who_can_message: ChatSettings['who_can_message'];
  /** Whether both are members of a space whose members the recipient lets write. */
  shares_space: boolean;
  /** Whether the recipient follows the sender. */
  follows_sender: boolean;
  is_blocked: boolean;
}

/** Returns how the first message to a person reaches them. */
export function reachOf(contact: Contactability): Reach {
  const { who_can_message, shares_space, follows_sender, is_blocked } = contact;
  if (is_blocked || who_can_message === 'nobody') return 'none';
  return who_can_message === 'everyone' || shares_space || follows_sender ? 'direct' : 'request';
}

/** The other person of a direct conversation. */
export interface OtherParticipant {
  status: ParticipantStatus;
  is_blocked_by_viewer: boolean;
  has_blocked_viewer: boolean;
  reach: Reach;
}

/**
 * Returns why the viewer can't write into a conversation; null if they can. `other` is null in groups. Someone who has
 * written once as a message request waits until it is accepted: a block looks the same to them. Without a request, a block
 * looks like a person who takes no messages.
 */
export function sendBarrierOf(status: ParticipantStatus, other: OtherParticipant | null): SendBarrier | null {
  if (status === 'left' || status === 'removed') return 'left';
  if (!other) return null;
  if (other.is_blocked_by_viewer) return 'blocked_by_viewer';
  if (other.status === 'request' || other.status === 'declined') return 'request_pending';
  if (other.has_blocked_viewer) return 'unavailable';
  if (status === 'request' || status === 'declined') return 'request_not_accepted';
  if (other.status === 'hidden' && other.reach === 'none') return 'unavailable';
  return null;
}

/** Returns the status of a conversation as its viewer sees it. A deleted request looks like one that waits. */
export function statusFor(
  status: ParticipantStatus,
  otherStatus: ParticipantStatus | null,
): ConversationStatus {
  if (status === 'left' || status === 'removed') return status;
  if (status === 'request' || status === 'declined') return 'request_received';
  return otherStatus === 'request' || otherStatus === 'declined' ? 'request_sent' : 'active';
}

/** Whether a conversation shows who has read what. */
export const showsReceipts = (participantCount: number): boolean =>
  participantCount <= maxReadReceiptParticipants;

/** Whether a message can still be edited and deleted by its sender. Times are in milliseconds. */
export const isEditable = (createdAt: number, now: number): boolean =>
  now - createdAt <= messageEditHours * 60 * 60 * 1000;
