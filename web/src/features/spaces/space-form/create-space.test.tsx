import { act, cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aSpace, spaceId } from '#web-testing/fixtures.ts';
import { pageProvider, renderPage } from '#web-testing/render-page.tsx';
import { userSpacesQuery } from '../spaces.api.ts';
import { CreateSpaceForm } from './create-space-form.tsx';
import { useSubdomainCheck } from './use-subdomain-check.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const free = { available: true, reason: null };

describe('the check of an address', () => {
  function check(start: string, respond: () => typeof free = () => free) {
    vi.useFakeTimers();
    call.mockImplementation(respondWith({ check_subdomain: respond }));
    const { result, rerender } = renderHook(({ name, isValid }) => useSubdomainCheck(name, isValid), {
      wrapper: pageProvider(createQueryClient(call)),
      initialProps: { name: start, isValid: true },
    });
    const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
    const sent = () => call.mock.calls.map(([name, input]) => [name, input]);
    return { result, rerender, pass, sent };
  }

  it('waits until nobody has typed for a moment', async () => {
    const { result, rerender, pass, sent } = check('bre');
    await pass(299);
    rerender({ name: 'bread', isValid: true });
    await pass(299);
    expect(sent()).toEqual([]);
    await pass(1);
    expect(sent()).toEqual([['check_subdomain', { name: 'bread' }]]);
    await pass(0);
    expect(result.current).toEqual(free);
  });

  it('says nothing about another address than the one that is typed', async () => {
    const { result, rerender, pass } = check('bread');
    await pass(400);
    rerender({ name: 'breads', isValid: true });
    expect(result.current).toBeUndefined();
  });

  it('is not made for an invalid address', async () => {
    const { result, rerender, pass, sent } = check('bread');
    rerender({ name: '-', isValid: false });
    await pass(400);
    expect([sent(), result.current]).toEqual([[], undefined]);
  });

  it('is not repeated within ten seconds', async () => {
    const { rerender, pass, sent } = check('bread');
    await pass(400);
    rerender({ name: 'rye', isValid: true });
    await pass(400);
    rerender({ name: 'bread', isValid: true });
    await pass(400);
    expect(sent()).toHaveLength(2);
  });
});

function show(responses: Responses = {}) {
  call.mockImplementation(respondWith({ check_subdomain: () => free, ...responses }));
  const client = createQueryClient(call);
  client.setQueryData(userSpacesQuery.queryKey, { space_ids: [] });
  return {
    client,
    ...renderPage(
      client,
      <CreateSpaceForm origin="https://hearth.example" heading={null} />,
      '/create-space',
    ),
  };
}
const type = async (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const createButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create space' });
async function fill() {
  await type('Name', 'Rye Bread');
  await type('Description', 'We bake every Saturday.');
  await waitFor(() => expect(createButton().disabled).toBe(false));
}
const address = () => screen.getByLabelText<HTMLInputElement>('Address');
const requests = (operation: string) =>
  call.mock.calls.filter(([name]) => name === operation).map(([, input]) => input);

describe('the form of a new space', () => {
  it('derives the address from the name until it is edited', async () => {
    show();
    await type('Name', 'Rye Bread');
    await waitFor(() => expect(address().value).toBe('rye-bread'));
    await userEvent.clear(address());
    await userEvent.type(address(), 'rye');
    await type('Name', 'Wheat');
    expect(address().value).toBe('rye');
  });

  it('creates the space and opens it', async () => {
    const space = aSpace({ subdomain: 'rye-bread' });
    const { client, href } = show({ create_space: () => ({ space }) });
    await fill();
    await userEvent.click(screen.getByRole('switch', { name: 'Private' }));
    await userEvent.click(createButton());
    await waitFor(() => expect(href()).toBe('/rye-bread/space'));
    expect(requests('create_space')).toMatchObject([
      {
        name: 'Rye Bread',
        subdomain: 'rye-bread',
        description: 'We bake every Saturday.',
        topic: null,
        is_private: true,
        price_per_month: null,
      },
    ]);
    expect(readEntity(client, 'space', spaceId)?.subdomain).toBe('rye-bread');
    expect(client.getQueryState(userSpacesQuery.queryKey)?.isInvalidated).toBe(true);
  });

  it('says that an address is taken before it is sent', async () => {
    show({ check_subdomain: () => ({ available: false, reason: 'This address is taken.' }) });
    await type('Name', 'Rye Bread');
    await type('Description', 'We bake every Saturday.');
    expect(await screen.findByText('This address is taken.')).toBeTruthy();
    expect(createButton().disabled).toBe(true);
  });

  it.each(['subdomain_taken', 'subdomain_reserved'] as const)(
    'shows the error %s at the address, with the focus',
    async (code) => {
      show({
        create_space: () => {
          throw new ApiError(code, 409, 'Choose another address.');
        },
      });
      await fill();
      await userEvent.click(createButton());
      await screen.findByText('Choose another address.');
      expect(screen.getByRole('alert').textContent).toBe('');
      await waitFor(() => expect(document.activeElement).toBe(address()));
    },
  );

  it('shows any other failure above the button, until the next attempt', async () => {
    let isDown = true;
    const { href } = show({
      create_space: () => {
        if (isDown) throw new NetworkError(null);
        return { space: aSpace({ subdomain: 'rye-bread' }) };
      },
    });
    await fill();
    await userEvent.click(createButton());
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain("Couldn't reach the server."),
    );
    expect(href()).toBe('/create-space');
    isDown = false;
    await userEvent.click(createButton());
    await waitFor(() => expect(href()).toBe('/rye-bread/space'));
    expect(screen.getByRole('alert').textContent).toBe('');
  });
});
