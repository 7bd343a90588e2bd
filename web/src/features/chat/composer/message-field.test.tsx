import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type KeyboardEvent, useRef, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { MessageField } from './message-field.tsx';

afterEach(cleanup);

const people = [
  { id: '1', name: 'Maya Chen', detail: '@maya', image: null },
  { id: '2', name: 'Mara Holt', detail: '@mara', image: null },
];

function Field({
  findPeople,
  onKey,
}: {
  findPeople: () => Promise<typeof people>;
  onKey: (event: KeyboardEvent) => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState('');
  return (
    <MessageField
      field={field}
      value={value}
      onChange={setValue}
      onKey={onKey}
      enterKey="send"
      findPeople={findPeople}
    />
  );
}

/** Waits until a search would have been made and answered. */
const searched = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 350)));

async function type(text: string) {
  const findPeople = vi.fn(() => Promise.resolve(people));
  const onKey = vi.fn((event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  render(<Field findPeople={findPeople} onKey={onKey} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  await userEvent.type(field, text);
  return { field, findPeople, onKey };
}

it('Suggests people for a name after @, and writes the username of the chosen one', async () => {
  const { field, findPeople, onKey } = await type('Ask @ma');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(
    ['Maya Chen@maya', 'Mara Holt@mara'].map((text) => expect.stringContaining(text)),
  );
  expect(findPeople).toHaveBeenLastCalledWith('ma');
  expect(field.getAttribute('aria-activedescendant')).toBe(options[0]?.id);
  onKey.mockClear();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(field.value).toBe('Ask @mara ');
  expect(field.selectionStart).toBe(10);
  expect(onKey).not.toHaveBeenCalled();
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(onKey).toHaveBeenCalled();
});

it('Keeps what follows the name, and closes with Esc', async () => {
  const { field } = await type('Ask @ma please');
  field.setSelectionRange(7, 7);
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
  await userEvent.click(await screen.findByRole('option', { name: /Maya Chen/ }));
  expect(field.value).toBe('Ask @maya please');
  await userEvent.type(field, ' @m');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
});

it('Suggests nobody after a chosen name, so that Enter is left to the form', async () => {
  const { field, findPeople, onKey } = await type('@ma');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Enter}');
  expect(field.value).toBe('@maya ');
  const searches = findPeople.mock.calls.length;
  await searched();
  await userEvent.keyboard('h');
  await searched();
  expect(findPeople).toHaveBeenCalledTimes(searches);
  expect(screen.queryByRole('option')).toBeNull();
  onKey.mockClear();
  await userEvent.keyboard('{Enter}');
  expect(field.value).toBe('@maya h');
  expect(onKey).toHaveBeenCalledTimes(1);
  await userEvent.keyboard(' @m');
  expect(await screen.findAllByRole('option')).toHaveLength(2);
});

it('Suggests nobody after a typed username and a space', async () => {
  const { field, onKey } = await type('@Mara ');
  await searched();
  expect(screen.queryByRole('option')).toBeNull();
  onKey.mockClear();
  await userEvent.keyboard('{Enter}');
  expect(field.value).toBe('@Mara ');
  expect(onKey).toHaveBeenCalledTimes(1);
});

it('Leaves Enter to the form until people are found for what is typed now', async () => {
  const { field, onKey } = await type('@ma');
  await screen.findAllByRole('option');
  await userEvent.keyboard(' hi');
  expect(screen.queryByRole('option')).toBeNull();
  onKey.mockClear();
  await userEvent.keyboard('{Enter}');
  expect(field.value).toBe('@ma hi');
  expect(onKey).toHaveBeenCalledTimes(1);
});

it('Suggests people for a full name', async () => {
  const { field } = await type('@chen ma');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Enter}');
  expect(field.value).toBe('@maya ');
});

it('Suggests nobody for an address', async () => {
  const { findPeople } = await type('ada@example');
  await searched();
  expect(findPeople).not.toHaveBeenCalled();
});
