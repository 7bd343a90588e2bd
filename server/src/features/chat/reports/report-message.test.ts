import { expect, it } from 'vitest';
import { emailsTo } from '#testing/emails.ts';
import type { TestPerson } from '#testing/people.ts';
import { newChatters, newGroup, sendText } from '#testing/samples/conversations.ts';
import { ownServer } from '#testing/server.ts';

const operator = 'operator@hearth.example';
const server = ownServer('it needs an operator', { ROLE: 'web', SUPPORT_EMAIL: operator });

it('A reported message reaches the operator once per reporter, and nobody else', async () => {
  const [author, reporter, other] = (await newChatters(server, 3)) as [TestPerson, TestPerson, TestPerson];
  const group = await newGroup(author, [reporter, other]);
  const message = await sendText(author, group.id, 'An **insult**');
  const report = { message_id: message.id, reason: 'harassment' } as const;
  await expect(reporter.call('report_message', { ...report, reason: 'other' })).rejects.toMatchObject({
    code: 'report_note_required',
  });
  await expect(author.call('report_message', report)).rejects.toMatchObject({ code: 'cannot_report_self' });
  expect(await reporter.call('report_message', { ...report, note: 'Again' })).toEqual({ already: false });
  expect(await reporter.call('report_message', report)).toEqual({ already: true });
  expect(await other.call('report_message', report)).toEqual({ already: false });
  const emails = await emailsTo(server, operator);
  expect(
    emails.map(({ template, values }) => [template, values.reason, values.note, values.excerpt]),
  ).toEqual([
    ['message-report', 'Harassment', 'Again', 'An insult'],
    ['message-report', 'Harassment', 'No further details.', 'An insult'],
  ]);
  // The report keeps the text, so that deleting the message doesn't hide it.
  await author.call('delete_message', { message_id: message.id });
  const reports = await server.db.selectFrom('chat_reports').select(['content']).execute();
  expect(reports).toEqual([{ content: 'An **insult**' }, { content: 'An **insult**' }]);
  const [system] = (await author.call('list_messages', { conversation_id: group.id })).messages;
  await expect(
    other.call('report_message', { ...report, message_id: system?.id ?? '' }),
  ).rejects.toMatchObject({
    code: 'message_not_found',
  });
});
