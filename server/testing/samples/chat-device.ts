import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Message, ReadPosition, RepliedMessage } from '#contract/features/chat/messages.ts';
import type { LiveEvent, LivePayload } from '#contract/live.ts';
import { toViewerReactions } from '#contract/values/reactions.ts';
import type { TestPerson } from '../people.ts';

/** What a device shows of one conversation. */
export interface DeviceState {
  conversation: Conversation;
  messages: Map<string, Message>;
  positions: Map<string, number>;
}

/** Events after which a device fetches the conversation again. */
const refetching = new Set(['conversation.changed', 'message.outdated', 'conversation.list_changed']);

/** Fields that no event changes, and that devices don't compare. */
const comparable = ({ viewer_version: _v, other_participants, ...conversation }: Conversation) => ({
  ...conversation,
  people: other_participants.map(({ user_id, is_admin }) => ({ user_id, is_admin })),
});

/** Returns a state in the form in which two of them are equal if they show the same. */
export function toComparable({ conversation, messages, positions }: DeviceState) {
  const shown = [...messages.values()].sort((a, b) => a.seq - b.seq);
  return {
    conversation: comparable(conversation),
    messages: shown.map(({ read_by_ids: _, reply_to, ...message }) => ({
      ...message,
      // Its version only orders what changes it; reactions raise it too.
      reply_to: reply_to && { ...reply_to, version: null },
      read_by: [...positions]
        .filter(([, seq]) => seq >= message.seq)
        .map(([id]) => id)
        .sort(),
    })),
  };
}

/**
 * A device of a person with one conversation open. It applies live events as the contract says: it shows the same as a device
 * that fetches everything.
 */
export class ChatDevice {
  state!: DeviceState;
  /** The version of the conversation for which `unread_count` is right. */
  private unreadVersion = 0;
  /** Whether it has to fetch the conversation again. */
  private isOutdated = false;

  readonly person: TestPerson;
  private readonly conversationId: string;

  constructor(person: TestPerson, conversationId: string) {
    this.person = person;
    this.conversationId = conversationId;
  }

  /** Fetches everything, as after a reload or a lost connection. */
  async fetch(): Promise<void> {
    const conversation_id = this.conversationId;
    const { conversation } = await this.person.call('get_conversation', { conversation_id });
    const messages = new Map<string, Message>();
    let positions: ReadPosition[] = [];
    for (let after = 0, more = true; more; ) {
      const page = await this.person.call('list_messages', { conversation_id, after });
      for (const message of page.messages) messages.set(message.id, message);
      positions = page.read_positions;
      more = page.has_more_after && page.messages.length > 0;
      after = page.messages.at(-1)?.seq ?? after;
    }
    this.state = {
      conversation,
      messages,
      positions: new Map(positions.map(({ user_id, last_read_seq }) => [user_id, last_read_seq])),
    };
    this.unreadVersion = conversation.version;
    this.isOutdated = false;
  }

  /** Fetches the conversation again if an event asked for it. */
  async settle(): Promise<void> {
    if (this.isOutdated) await this.fetch();
  }

  apply({ type, payload }: LiveEvent): void {
    if (type === 'message.created') this.create(payload);
    else if (type === 'message.edited') this.edit(payload);
    else if (type === 'message.deleted') this.delete(payload);
    else if (type === 'message.reactions_changed') this.react(payload);
    else if (type === 'conversation.read') this.read(payload);
    else if (type === 'conversation.viewer_changed') this.changeViewer(payload);
    else if (refetching.has(type)) this.isOutdated = true;
  }

  /** Applies the totals of an event, once. Returns whether they are newer. */
  private change(change: Partial<Conversation> & { version: number }): boolean {
    const { conversation } = this.state;
    if (change.version <= conversation.version) return false;
    Object.assign(conversation, change);
    return true;
  }

  private countUnread(by: number, seq: number, senderId: string, version: number): void {
    const { conversation } = this.state;
    if (version <= this.unreadVersion) return;
    this.unreadVersion = version;
    if (senderId !== this.person.user.id && seq > conversation.last_read_seq) conversation.unread_count += by;
  }

  private create({ message, conversation: after }: LivePayload<'message.created'>): void {
    const { conversation, messages, positions } = this.state;
    if (!this.change(after)) return;
    messages.set(message.id, message);
    const position = positions.get(message.sender_id);
    if (position !== undefined && position >= message.seq - 1) positions.set(message.sender_id, message.seq);
    this.countUnread(message.kind === 'system' ? 0 : 1, message.seq, message.sender_id, after.version);
    if (message.sender_id !== this.person.user.id) return;
    conversation.is_marked_unread = false;
    if (conversation.last_read_seq >= message.seq - 1) conversation.last_read_seq = message.seq;
  }

  private edit({ message, excerpt, conversation }: LivePayload<'message.edited'>): void {
    this.change(conversation);
    const { messages } = this.state;
    const before = messages.get(message.id);
    if (before && before.version < message.version)
      messages.set(message.id, {
        ...message,
        my_reactions: before.my_reactions,
        has_liked: before.has_liked,
      });
    this.changeReplies(message.id, { excerpt, is_deleted: false, version: message.version });
  }

  /** Changes what replies show of a message, unless they show a newer version. */
  private changeReplies(id: string, change: Pick<RepliedMessage, 'excerpt' | 'is_deleted' | 'version'>) {
    for (const { reply_to } of this.state.messages.values())
      if (reply_to?.id === id && reply_to.version < change.version) Object.assign(reply_to, change);
  }

  private delete({ conversation: after, ...deleted }: LivePayload<'message.deleted'>): void {
    if (!this.change(after)) return;
    const { messages } = this.state;
    messages.delete(deleted.message_id);
    this.countUnread(-1, deleted.seq, deleted.sender_id, after.version);
    this.changeReplies(deleted.message_id, { excerpt: '', is_deleted: true, version: deleted.version });
  }

  private react(payload: LivePayload<'message.reactions_changed'>): void {
    const message = this.state.messages.get(payload.message_id);
    if (!message || message.version >= payload.version) return;
    const { like_count, reaction_counts, version, actor } = payload;
    Object.assign(message, { like_count, reaction_counts, version });
    if (actor.user_id !== this.person.user.id) return;
    const others = message.my_reactions.filter((kind) => kind !== actor.kind);
    Object.assign(message, toViewerReactions(actor.is_given ? [...others, actor.kind] : others));
  }

  private read({ user_id, last_read_seq }: LivePayload<'conversation.read'>): void {
    const { positions } = this.state;
    const before = positions.get(user_id);
    if (before !== undefined && before < last_read_seq) positions.set(user_id, last_read_seq);
  }

  private changeViewer(payload: LivePayload<'conversation.viewer_changed'>): void {
    const { conversation } = this.state;
    if (payload.viewer_version <= conversation.viewer_version) return;
    const { version, ...state } = payload;
    Object.assign(conversation, state);
    // The count is that of another version: the messages in between may or may not be in it.
    if (version < this.unreadVersion) this.isOutdated = true;
    // Messages of one's own that are still to come were sent before the mark, which they would end.
    if (version !== conversation.version && state.is_marked_unread) this.isOutdated = true;
    this.unreadVersion = Math.max(version, this.unreadVersion);
  }
}
