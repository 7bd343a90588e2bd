import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aComment, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { CommentVersionsDialog } from './comment-versions-dialog.tsx';

afterEach(cleanup);

it('shows all versions of a comment, latest first, each compared with the one before', async () => {
  const version = (n: number, body: string) => ({
    id: idOf(n),
    body,
    attachment: null,
    written_at: timeOf(n),
  });
  const versions = [version(12, '<p>Six slow timers</p>'), version(11, '<p>Six timers</p>')];
  const call = vi.fn(respondWith({ list_comment_versions: () => ({ versions }) }));
  const client = createQueryClient(call as never);
  seedEntities(client, {
    comment: [aComment({ id: idOf(1), body: '<p>Five slow timers</p>', edited_at: timeOf(13) })],
  });
  renderPage(client, <CommentVersionsDialog commentId={idOf(1)} onOpenChange={() => {}} />);
  await screen.findByText(/Current version/);
  const rows = within(screen.getByRole('list')).getAllByRole('listitem');
  const changesOf = (row: HTMLElement) => [
    [...row.querySelectorAll('del')].map((one) => one.textContent),
    [...row.querySelectorAll('ins')].map((one) => one.textContent),
  ];
  expect(rows.map(changesOf)).toEqual([
    [['Six'], ['Five']],
    [[], [' slow']],
    [[], []],
  ]);
  expect(rows.map((row) => row.querySelector('time')?.dateTime)).toEqual([13, 12, 11].map(timeOf));
  const [current] = rows as [HTMLElement];
  await userEvent.click(within(current).getByRole('button', { name: 'Show this version' }));
  expect(changesOf(current)).toEqual([[], []]);
  expect(within(current).getByText('Five slow timers')).toBeTruthy();
  expect(within(rows[2] as HTMLElement).queryByRole('button')).toBeNull();
});

it.each([
  [1, 'Version 50', 'Version 1'],
  [0, 'Earlier version', 'Earlier version'],
])(
  'numbers the versions of a comment written at %i only if the first is among them',
  async (createdAt, latest, oldest) => {
    const count = 50;
    const versions = Array.from({ length: count }, (_, n) => ({
      id: idOf(200 - n),
      body: `<p>Text ${count - n}</p>`,
      attachment: null,
      written_at: timeOf(count - n),
    }));
    const client = createQueryClient(respondWith({ list_comment_versions: () => ({ versions }) }));
    seedEntities(client, {
      comment: [aComment({ id: idOf(1), created_at: timeOf(createdAt), edited_at: timeOf(55) })],
    });
    renderPage(client, <CommentVersionsDialog commentId={idOf(1)} onOpenChange={() => {}} />);
    await screen.findByText(/Current version/);
    const rows = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(rows[1]?.textContent).toContain(latest);
    expect(rows.at(-1)?.textContent).toContain(oldest);
    expect(screen.queryByText("Older versions aren't shown.") !== null).toBe(createdAt === 0);
  },
);
