import { describe, expect, it } from 'vitest';
import type { SystemMessage } from '#contract/features/chat/system-message.ts';
import { aConversation, aPerson, idOf } from '#web-testing/fixtures.ts';
import { toConversationName, toLatestText, toSystemText } from './conversation-text.ts';

const me = idOf(900);
const sender = { id: idOf(901), full_name: 'Ada Tester', avatar_url: null };

describe('The name of a conversation', () => {
  const named = (fields: object) => toConversationName(aConversation(fields));

  it('is that of the group, or of the other person', () => {
    expect(named({ is_group: true, name: 'Club', conversation_name: 'Before' })).toBe('Club');
    expect(named({ is_group: true, name: null, conversation_name: 'Before' })).toBe('Before');
    expect(named({ name: 'Club', conversation_name: 'Before' })).toBe('Ada Tester');
  });

  it('is what is left of someone whose account is gone', () => {
    expect(named({ other_participants: [], conversation_name: 'Grace' })).toBe('Grace');
    expect(named({ other_participants: [], conversation_name: '' })).toBe('Unknown User');
  });
});

describe('A line of the system', () => {
  const line = (type: SystemMessage['type'], fields: Partial<SystemMessage> = {}) =>
    toSystemText({ type, people: [], people_count: 0, name: null, ...fields }, 'Ada');
  const people = (...names: string[]) => names.map((full_name) => aPerson({ full_name }));

  it.each([
    ['group_created', {}, 'Ada created the group'],
    ['group_created', { name: 'Club' }, 'Ada created the group “Club”'],
    ['name_changed', { name: 'Club' }, 'Ada changed the name to “Club”'],
    ['icon_changed', {}, 'Ada changed the group icon'],
    ['participant_left', {}, 'Ada left'],
    ['participant_removed', { people: people('Bob'), people_count: 1 }, 'Ada removed Bob'],
    ['admin_added', { people: people('Bob'), people_count: 1 }, 'Ada made Bob an admin'],
    ['admin_removed', { people: people('Bob'), people_count: 1 }, 'Ada removed Bob as an admin'],
    ['participants_added', { people: people('Bob', 'Eve'), people_count: 2 }, 'Ada added Bob and Eve'],
    ['participants_added', { people: people('Bob'), people_count: 3 }, 'Ada added Bob and 2 more'],
  ] as const)('%s with %o', (type, fields, text) => {
    expect(line(type, fields)).toBe(text);
  });
});

describe('The first line of a conversation in a list', () => {
  const latest = (fields: object) =>
    toLatestText(
      aConversation({
        latest_message_kind: 'text',
        latest_message_content: 'Hello',
        latest_message_sender: sender,
        ...fields,
      }),
      me,
    );

  it('is its latest text, and in a group who wrote it', () => {
    expect(latest({})).toBe('Hello');
    expect(latest({ is_group: true })).toBe('Ada Tester: Hello');
    for (const is_group of [true, false])
      expect(latest({ is_group, latest_message_sender: { ...sender, id: me } })).toBe('You: Hello');
    expect(latest({ latest_message_kind: null })).toBe('No messages yet');
  });

  it.each([
    ['voice', 'Voice message'],
    ['image', 'Image'],
    ['file', 'File'],
    ['text', ''],
  ])('of a message without text is its kind: %s', (latest_message_kind, text) => {
    expect(latest({ latest_message_kind, latest_message_content: '' })).toBe(text);
  });

  it('says what the system says', () => {
    const system = { type: 'participant_left', people: [], people_count: 0, name: null };
    expect(latest({ latest_message_kind: 'system', latest_message_system: system })).toBe('Ada Tester left');
    expect(latest({ latest_message_kind: 'system', latest_message_system: null })).toBe('');
  });
});
