import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { anAccount, aSpace } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { AboutPage } from './about-page.tsx';

const call = vi.hoisted(() => vi.fn(async () => ({})));
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
afterEach(cleanup);

function show(fields: Partial<ReturnType<typeof aSpace>>) {
  const client = createQueryClient(call as never);
  setViewer(client, anAccount());
  renderPage(client, <AboutPage space={aSpace(fields)} search={{}} />);
  return [...document.querySelectorAll('[data-variant="primary"]')].map((button) => button.textContent);
}
const { permissions } = aSpace();

it.each([
  ['visitors', { membership: null }, ['Join']],
  ['members', {}, []],
  ['moderators', { permissions: { ...permissions, canEditSpace: true } }, ['Edit page']],
] as const)('has one main button at most, for %s', (_who, fields, main) => {
  expect(show(fields)).toEqual(main);
});

it('names the space once', () => {
  show({});
  expect(screen.getAllByText('Bread')).toHaveLength(1);
});

it.each([
  ['visitors: after what it is', { membership: null }, 'second'],
  ['moderators: after what it is', { permissions: { ...permissions, canEditSpace: true } }, 'second'],
  ['members: last', {}, 'last'],
] as const)('on a phone, the card with the buttons is for %s', (_who, fields, position) => {
  show(fields);
  const card = document.querySelector('aside')?.parentElement;
  expect(card?.dataset.narrow).toBe(position);
  expect(card?.previousElementSibling?.firstElementChild?.textContent).toContain('Bread');
});
