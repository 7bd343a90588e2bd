import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { maxPollOptions } from '#contract/values/limits.ts';
import { newPollDraft, type PollDraft, type PollProblem } from './poll-draft.ts';
import { PollFields } from './poll-fields.tsx';

beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'));
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

/** The draft as it is after the latest change. */
let poll: PollDraft;
function Form({ draft, ...props }: { draft: PollDraft; problem?: PollProblem; isFixed?: boolean }) {
  const [value, setValue] = useState(draft);
  poll = value;
  return <PollFields poll={value} onChange={setValue} {...props} />;
}
const show = (fields: Partial<PollDraft> = {}, props: { problem?: PollProblem; isFixed?: boolean } = {}) =>
  render(<Form draft={{ ...newPollDraft(), ...fields }} {...props} />);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

it('adds an option, whose field receives the focus, up to the limit', async () => {
  show({ options: ['Rye', 'Wheat'] });
  await userEvent.click(screen.getByRole('button', { name: 'Add option' }));
  expect(document.activeElement).toBe(field('Option 3'));
  await userEvent.keyboard('Spelt');
  expect(poll.options).toEqual(['Rye', 'Wheat', 'Spelt']);
  for (let count = 3; count < maxPollOptions; count += 1) {
    await userEvent.click(screen.getByRole('button', { name: 'Add option' }));
  }
  expect(poll.options).toHaveLength(maxPollOptions);
  expect(screen.queryByRole('button', { name: 'Add option' })).toBeNull();
});

it('removes the chosen option, but always leaves two', async () => {
  show({ options: ['Rye', 'Wheat', 'Spelt'] });
  await userEvent.click(screen.getByRole('button', { name: 'Remove option 2' }));
  expect(poll.options).toEqual(['Rye', 'Spelt']);
  expect(screen.queryByRole('button', { name: /^Remove option/ })).toBeNull();
});

it("changes only the field that was edited, and leaves the focus where it's typed", async () => {
  show({ question: 'Which?', options: ['Rye', 'Wheat', 'Spelt'] });
  await userEvent.type(field('Option 2'), ' bread');
  expect(document.activeElement).toBe(field('Option 2'));
  await userEvent.click(screen.getByRole('switch', { name: 'Allow multiple answers' }));
  expect(poll).toEqual({
    question: 'Which?',
    options: ['Rye', 'Wheat bread', 'Spelt'],
    multiple: true,
    closes_at: null,
  });
});

it("shows and saves the end date in the browser's time zone", () => {
  show({ closes_at: '2026-11-21T17:00:00.000Z' });
  expect(field('End date').value).toBe('11/21/2026');
  expect(field('End time').value).toMatch(/^6:00\sPM$/);
  fireEvent.change(field('End date'), { target: { value: '7/1/2026' } });
  fireEvent.change(field('End time'), { target: { value: '8:30 AM' } });
  expect(poll.closes_at).toBe('2026-07-01T06:30:00.000Z');
  fireEvent.change(field('End date'), { target: { value: '' } });
  expect(poll.closes_at).toBeNull();
  expect(screen.queryByLabelText('End time')).toBeNull();
  fireEvent.change(field('End date'), { target: { value: '7/2/2026' } });
  expect(poll.closes_at).toBe('2026-07-02T16:00:00.000Z');
});

it('ends never, after some days, or at a time of its own', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T17:00:00.000Z'), toFake: ['Date'] });
  show();
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: /^Ends/ }));
    await userEvent.click(await screen.findByRole('option', { name }));
  };
  for (const [name, closes_at] of [
    ['1 day', '2026-11-22T17:00:00.000Z'],
    ['3 days', '2026-11-24T17:00:00.000Z'],
    ['1 week', '2026-11-28T17:00:00.000Z'],
    ['Never', null],
  ] as const) {
    await choose(name);
    expect(poll.closes_at).toBe(closes_at);
    expect(screen.queryByLabelText('End date')).toBeNull();
  }
  await choose('1 day');
  await choose('Custom');
  expect(field('End date').value).toBe('11/22/2026');
  expect(field('End time').value).toMatch(/^6:00\sPM$/);
  vi.useRealTimers();
});

it('shows the end of a draft that replaces this one, whatever was chosen before', async () => {
  const fields = (closes_at: string | null) => (
    <PollFields poll={{ ...newPollDraft(), closes_at }} onChange={() => {}} />
  );
  const { rerender } = render(fields(null));
  const choice = () => screen.getByRole('combobox', { name: /^Ends/ }).textContent;
  expect(choice()).toContain('Never');
  rerender(fields('2026-11-21T17:00:00.000Z'));
  expect(choice()).toContain('Custom');
  expect(field('End date').value).toBe('11/21/2026');
  rerender(fields(null));
  expect(choice()).toContain('Never');
  expect(screen.queryByLabelText('End date')).toBeNull();
});

it('says that a poll without its own date never ends', async () => {
  show();
  await userEvent.click(screen.getByRole('combobox', { name: /^Ends/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Custom' }));
  expect(screen.getByText('Without a date, the poll never ends.')).toBeTruthy();
  fireEvent.change(field('End date'), { target: { value: '7/1/2026' } });
  expect(screen.queryByText('Without a date, the poll never ends.')).toBeNull();
});

it('lets only the end date change once voting has started', () => {
  show({ options: ['Rye', 'Wheat', 'Spelt'] }, { isFixed: true });
  for (const name of ['Question', 'Option 1', 'Option 3', 'Allow multiple answers']) {
    expect(field(name).disabled).toBe(true);
  }
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('combobox', { name: /^Ends/ }).disabled).toBe(false);
});

it('describes the option fields by the error of the options', () => {
  show({}, { problem: { at: 'options', text: 'At least 2 options' } });
  const described = field('Option 1').getAttribute('aria-describedby');
  expect(document.getElementById(described ?? '')?.textContent).toBe('At least 2 options');
  expect(field('Question').getAttribute('aria-invalid')).not.toBe('true');
});
