import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { DraftStore } from '#web/lib/cache/drafts.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { anEvent, aSpace, idOf } from '#web-testing/fixtures.ts';
import { type EventDraft, emptyDraft } from './event-draft.ts';
import { EventFormDialog } from './event-form-dialog.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
const uploadImage = vi.hoisted(() => vi.fn());
vi.mock('#web/features/uploads/index.ts', async (original) => ({
  ...(await original<object>()),
  uploadImage,
}));
vi.mock('#web/lib/loading/lazy-editor.tsx', () => ({
  LazyEditor: ({ value, onChange, ...rest }: { value: string; onChange: (html: string) => void }) => (
    <textarea
      aria-label={(rest as { 'aria-label': string })['aria-label']}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  ),
}));

const space = aSpace();
const viewerId = 'viewer';
const context = `new-event:${space.id}`;
const saved = { event: anEvent() };
const whole: EventDraft = {
  ...emptyDraft('2027-06-01'),
  title: 'Bread evening',
  description: '<p>Bring flour.</p>',
  time_zone: 'Europe/Berlin',
  repeat: { frequency: 'daily', interval: 1, ends: { type: 'count', count: 10 } },
  location_type: 'in_person',
  address: '1 Mill Lane',
  hosts: [1, 2, 3, 4, 5].map((n) => ({ id: `host-${n}`, name: `Host ${n}` })),
  capacity: '12',
};

const level2: EventDraft['access']['rules'][number] = {
  key: 'rule',
  kind: 'level',
  level: '2',
  days: '7',
  day: '',
  clock: '09:00',
  target: '',
};

const sent = () => call.mock.calls.filter(([operation]) => operation === 'create_event');
let respond: () => Promise<unknown>;
beforeEach(() => {
  localStorage.clear();
  respond = async () => saved;
  call.mockReset();
  call.mockImplementation(async (operation: string) =>
    operation === 'create_event' ? await respond() : { members: [], next_cursor: null },
  );
});
afterEach(cleanup);

/** Opens the form with a draft that was typed earlier. */
function open(typed: Partial<EventDraft> = {}) {
  const store = new DraftStore<EventDraft>(viewerId, context);
  store.write({ ...whole, ...typed });
  store.flush();
  return reopen();
}
function reopen() {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <EventFormDialog space={space} viewerId={viewerId} planning={{ day: '2027-06-01' }} onClose={onClose} />
    </QueryClientProvider>,
  );
  return onClose;
}
const field = (name: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });
const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create event' }));

/** Expects the form to contain everything of `whole`, except for the fields in `changed`. */
async function expectSaved(changed: Record<string, string> = {}) {
  const values: Record<string, string> = {
    Title: whole.title,
    Description: whole.description,
    'Start date': '06/01/2027',
    'End date': '06/01/2027',
    Address: whole.address,
    Capacity: whole.capacity,
    'Number of events': '10',
    ...changed,
  };
  for (const [name, value] of Object.entries(values)) {
    const found = await screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`), {
      selector: 'input, textarea',
    });
    expect(found.value, name).toBe(value);
  }
  for (const { name } of whole.hosts) expect(screen.getByText(name)).toBeTruthy();
}

describe('Event form', () => {
  it('sends its contents once and deletes the local draft after saving', async () => {
    const onClose = open();
    create();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.[1]).toMatchObject({
      space_id: space.id,
      title: 'Bread evening',
      description: '<p>Bring flour.</p>',
      starts_local: '2027-06-01T18:00',
      ends_local: '2027-06-01T19:00',
      time_zone: 'Europe/Berlin',
      location_type: 'in_person',
      address: '1 Mill Lane',
      url: null,
      host_ids: whole.hosts.map(({ id }) => id),
      capacity: 12,
      repeat: whole.repeat,
    });
    expect(new DraftStore(viewerId, context).read()).toBeNull();
  });

  it('sends the rules of a new event with it, and null without any', async () => {
    const rules = [{ ...level2, level: '3' }];
    const onClose = open({ access: { match: 'all', rules } });
    create();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()[0]?.[1]).toMatchObject({
      access: { match: 'all', rules: [{ kind: 'level', level: 3 }] },
    });
    cleanup();
    const onCloseAgain = open();
    create();
    await waitFor(() => expect(onCloseAgain).toHaveBeenCalledOnce());
    expect(sent()[1]?.[1]).toMatchObject({ access: null });
  });

  it('marks a rule that is not complete, and sends nothing', () => {
    open({ access: { match: 'all', rules: [{ ...level2, kind: 'date' as const }] } });
    expect(screen.queryByText('Choose a date.')).toBeNull();
    create();
    expect(screen.getByText('Choose a date.')).toBeTruthy();
    expect(screen.getByText('Complete the rules.')).toBeTruthy();
    expect(sent()).toHaveLength(0);
  });

  it('opens a draft of an earlier release, which has no rules', async () => {
    const { access: _, ...earlier } = whole;
    const onClose = open({ ...earlier, access: undefined as never });
    create();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()[0]?.[1]).toMatchObject({ title: whole.title, access: null });
  });

  it('gives each field a label of its own', () => {
    const repeat: EventDraft['repeat'] = {
      frequency: 'monthly',
      interval: 1,
      on: { type: 'date', month_day: 1 },
      ends: { type: 'until', until: '2027-09-01' },
    };
    for (const all_day of [false, true]) {
      open({ repeat, all_day });
      const labels = [...document.querySelectorAll('.field-label')].map((label) => label.textContent);
      expect(labels).toContain('Series ends');
      expect(labels).toHaveLength(new Set(labels).size);
      cleanup();
    }
  });

  it('is locked while it is sent: Enter sends nothing again', async () => {
    let finish = () => {};
    respond = () => new Promise((resolve) => (finish = () => resolve(saved)));
    const onClose = open();
    create();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(field('Title').closest('[inert]')).not.toBeNull();
    fireEvent.submit(field('Title'));
    finish();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toHaveLength(1);
  });

  it.each<[string, string, string, string]>([
    ['a title of two characters', 'Title', 'ab', 'Title must be at least 3 characters'],
    [
      'a description of 5,001',
      'Description',
      `<p>${'x'.repeat(5001)}</p>`,
      'The description is longer than 5,000 characters.',
    ],
    ['no seat', 'Capacity', '0', 'Enter a number from 1 to 10,000, or leave blank.'],
    ['10,001 seats', 'Capacity', '10001', 'Enter a number from 1 to 10,000, or leave blank.'],
    ['half a seat', 'Capacity', '1.5', 'Enter a number from 1 to 10,000, or leave blank.'],
    ['201 events', 'Number of events', '201', 'A series can have up to 200 events.'],
    ['10,000 events', 'Number of events', '10000', 'A series can have up to 200 events.'],
    ['every 100th day', 'Every', '100', 'The maximum is 99.'],
    ['an end before the start', 'End date', '05/31/2027', 'The event must end after it starts.'],
    ['an empty address', 'Address', ' ', 'Add an address.'],
  ])('shows an error for %s at its field and keeps the input', async (_name, name, value, text) => {
    open();
    type(new RegExp(`^${name}`), value);
    create();
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(sent()).toEqual([]);
    await expectSaved({ [name]: value });
    // After closing and reopening, everything is still there.
    fireEvent.click(screen.getByRole('button', { name: 'Finish later' }));
    cleanup();
    reopen();
    await expectSaved({ [name]: value });
  });

  it.each<[string, string, object]>([
    ['Title', 'abc', { title: 'abc' }],
    ['Title', 'x'.repeat(100), { title: 'x'.repeat(100) }],
    ['Title', '😀'.repeat(100), { title: '😀'.repeat(100) }],
    // The field doesn't accept more.
    ['Title', '😀'.repeat(101), { title: '😀'.repeat(100) }],
    ['Description', `<p>${'x'.repeat(5000)}</p>`, { description: `<p>${'x'.repeat(5000)}</p>` }],
    ['Capacity', '1', { capacity: 1 }],
    ['Capacity', '10000', { capacity: 10_000 }],
    ['Capacity', '', { capacity: null }],
    ['Number of events', '200', { repeat: { ...whole.repeat, ends: { type: 'count', count: 200 } } }],
    ['Every', '99', { repeat: { ...whole.repeat, interval: 99 } }],
  ])('accepts %s at its limit', async (name, value, expected) => {
    open();
    type(new RegExp(`^${name}`), value);
    create();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.[1]).toMatchObject(expected);
  });

  it('moves focus to the invalid field', () => {
    open();
    type('Title', 'ab');
    field('Capacity').focus();
    create();
    expect(document.activeElement).toBe(field('Title'));
  });

  it("doesn't offer a sixth host", async () => {
    open();
    expect(await screen.findByText('You can add up to five hosts.')).toBeTruthy();
    const four = { hosts: whole.hosts.slice(1) };
    cleanup();
    open(four);
    expect(screen.queryByText('You can add up to five hosts.')).toBeNull();
  });

  it.each<[ErrorCode, unknown, string]>([
    ['event_ends_before_it_starts', null, 'End date'],
    ['event_too_long', null, 'End date'],
    ['unknown_time_zone', null, 'Time zone'],
    ['event_address_needed', null, 'Address'],
    ['event_host_not_member', null, 'Hosts'],
    ['recurrence_too_many', null, 'Repeat'],
    ['recurrence_too_long', null, 'Repeat'],
    ['recurrence_empty', null, 'Repeat'],
    [
      'invalid_input',
      { issues: [{ path: 'starts_local', message: "This date doesn't exist." }] },
      'Start date',
    ],
    [
      'invalid_input',
      { issues: [{ path: 'repeat.ends.count', message: 'A series can have up to 200 events.' }] },
      'Repeat',
    ],
    ['invalid_input', { issues: [{ path: 'host_ids', message: 'At most 5 hosts' }] }, 'Hosts'],
  ])('shows the server error %s at its field and keeps the input', async (code, data, name) => {
    const { issues } = (data ?? {}) as { issues?: { message: string }[] };
    const text = issues?.[0]?.message ?? errorCatalogue[code].message;
    respond = async () => {
      throw new ApiError(code, 400, text, data);
    };
    const onClose = open();
    create();
    const control = await waitFor(() => {
      const found = screen
        .getAllByLabelText(new RegExp(`^${name}`))
        .find((one) => one.getAttribute('aria-describedby'));
      const described = (found?.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ');
      expect(described).toContain(text);
      return found;
    });
    expect(control?.getAttribute('aria-invalid')).toBe('true');
    expect(onClose).not.toHaveBeenCalled();
    await expectSaved();
    // After a correction, retrying sends the same event id.
    respond = async () => saved;
    create();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const ids = sent().map(([, input]) => (input as { client_id: string }).client_id);
    expect(new Set(ids).size).toBe(1);
  });

  it('keeps the input when the connection is lost', async () => {
    respond = async () => {
      throw new NetworkError(null);
    };
    const onClose = open();
    create();
    await waitFor(() => expect(sent()).toHaveLength(1));
    await expectSaved();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('keeps what was typed while a cover was uploading', async () => {
    open();
    let arrive: (image: { id: string; url: string }) => void = () => {};
    uploadImage.mockReturnValue(
      new Promise((resolve) => {
        arrive = resolve;
      }),
    );
    const file = new File([new Uint8Array([1])], 'cover.png', { type: 'image/png' });
    fireEvent.change(field('Image for the cover'), { target: { files: [file] } });
    await waitFor(() => expect(uploadImage).toHaveBeenCalledOnce());
    type(/^Title/, 'Typed meanwhile');
    arrive({ id: '00000000-0000-7000-8000-000000000009', url: '/files/x/8.webp' });
    await screen.findByRole('button', { name: 'Change cover' });
    await expectSaved({ Title: 'Typed meanwhile' });
  });

  it('discards the input on request', () => {
    const onClose = open();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(new DraftStore(viewerId, context).read()).toBeNull();
  });
});

it.each([
  ['a new event replaces it', '00000000-0000-7000-8000-000000000009', true],
  ['it keeps its id', '00000000-0000-7000-8000-000000000001', false],
])('opens the current event after an edit when %s', async (_name, id, isReplaced) => {
  const event = anEvent();
  call.mockImplementation(async (operation: string) =>
    operation === 'update_event' ? { event: { ...event, id } } : { members: [], next_cursor: null },
  );
  const [onReplaced, onClose] = [vi.fn(), vi.fn()];
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <EventFormDialog
        space={space}
        viewerId={viewerId}
        planning={{ event }}
        onReplaced={onReplaced}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  type('Title', 'Another title');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onReplaced.mock.calls).toEqual(isReplaced ? [[id]] : []);
});

describe('The rules of an event that exists', () => {
  const access = { match: 'all' as const, rules: [{ kind: 'level' as const, level: 3 }] };
  const event = anEvent({ access, series_id: idOf(5) });
  const writes = () =>
    call.mock.calls.filter(([operation]) => ['set_event_access', 'update_event'].includes(operation));
  function edit(fields: Partial<typeof event> = {}) {
    const edited = { ...event, ...fields };
    call.mockImplementation(async (operation: string) => {
      if (operation === 'set_event_access') return { access: null };
      return operation === 'update_event' ? { event: edited } : { members: [], next_cursor: null };
    });
    const onClose = vi.fn();
    render(
      <QueryClientProvider client={createQueryClient(call)}>
        <EventFormDialog space={space} viewerId={viewerId} planning={{ event: edited }} onClose={onClose} />
      </QueryClientProvider>,
    );
    return onClose;
  }
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  const removeRule = () => fireEvent.click(screen.getByRole('button', { name: 'Remove rule 1' }));

  it('are in its form, and saved for the whole series without a question', async () => {
    const onClose = edit();
    expect(screen.getByText('Who can open it')).toBeTruthy();
    expect(save().disabled || save().getAttribute('aria-disabled') === 'true').toBe(true);
    removeRule();
    fireEvent.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(writes()).toEqual([['set_event_access', { event_id: event.id, match: 'all', rules: [] }]]);
  });

  it('are saved before what else was changed, and only if they were', async () => {
    const onClose = edit({ series_id: null });
    removeRule();
    type('Title', 'Rye evening');
    fireEvent.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const update = ['update_event', { event_id: event.id, title: 'Rye evening', scope: 'this' }];
    expect(writes()).toEqual([['set_event_access', { event_id: event.id, match: 'all', rules: [] }], update]);
    cleanup();
    call.mockClear();
    const onCloseAgain = edit({ series_id: null });
    type('Title', 'Rye evening');
    fireEvent.click(save());
    await waitFor(() => expect(onCloseAgain).toHaveBeenCalledOnce());
    expect(writes()).toEqual([update]);
  });

  it('that were saved when the rest failed can be taken back', async () => {
    const onClose = edit({ series_id: null });
    removeRule();
    type('Title', 'Rye evening');
    const reply = call.getMockImplementation();
    call.mockImplementation(async (operation: string) => {
      if (operation === 'update_event') throw new NetworkError(null);
      return await reply?.(operation);
    });
    fireEvent.click(save());
    await waitFor(() => expect(writes()).toHaveLength(2));
    call.mockImplementation(reply as never);
    fireEvent.click(screen.getByRole('button', { name: 'Add rule' }));
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const [, , again] = writes();
    expect(again).toEqual([
      'set_event_access',
      expect.objectContaining({ event_id: event.id, rules: [expect.anything()] }),
    ]);
  });
});
