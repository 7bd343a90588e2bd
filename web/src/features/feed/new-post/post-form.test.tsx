import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { notifyReconnect } from '#web/lib/live/reconnect.ts';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { aSpace, idOf } from '#web-testing/fixtures.ts';
import type { FeedInput } from '../feed-changes.ts';
import PostForm from './post-form.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#web/features/mentions/index.ts', () => ({ useFindPeople: () => async () => [] }));
vi.mock('#web/lib/loading/lazy-editor.tsx', () => ({
  LazyEditor: ({ value, onChange }: { value: string; onChange: (html: string) => void }) => (
    <textarea aria-label="Text" value={value} onChange={({ target }) => onChange(target.value)} />
  ),
}));

const space = aSpace();
const circle = { id: idOf(1), name: 'Circle', icon: '🏡', is_limited: true };
const lock = {
  match: 'all',
  unmet: [{ rule: { kind: 'level', level: 2 }, opens_at: null, title: null }],
  opens_at: null,
};
const input: FeedInput = { space_id: space.id, sort: 'default' };
type Input = { title: string; body: string; client_id: string; content: { title: string; body: string } };
const callsOf = (operation: string) =>
  call.mock.calls.filter(([id]) => id === operation).map(([, given]) => given as Input);

let saving: PromiseWithResolvers<void> | null;
let posting: PromiseWithResolvers<void> | null;
let isDown: boolean;
/** Another one for each test: a form that is closed still saves its draft. */
let userId = 'u0';
beforeEach(() => {
  localStorage.clear();
  userId = `u${Number(userId.slice(1)) + 1}`;
  dismissToast();
  [saving, posting, isDown] = [null, null, false];
  let version = 0;
  call.mockReset();
  call.mockImplementation(async (operation: string, given: Input) => {
    if (isDown) throw new NetworkError(null);
    if (operation === 'get_draft') return { draft: null };
    if (operation === 'save_draft') {
      version += 1;
      const saved = { ...given, ...given.content, attachments: [], files: [], conflicts: [], version };
      await saving?.promise;
      return { draft: saved, accepted: true };
    }
    if (operation === 'create_post') {
      await posting?.promise;
      return { post: { ...given, id: 'p1' } };
    }
    if (operation === 'list_category_locks')
      return { categories: [{ category_id: circle.id, lock, access: null }] };
    return {};
  });
});
afterEach(cleanup);

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const discard = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Discard draft' }));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const stored = () =>
  localStorage.getItem(Object.keys(localStorage).find((key) => key.includes(`draft.${userId}.`)) ?? '');

async function open(typedTitle: string | null = null, where = space) {
  const onClose = vi.fn();
  const onPosted = vi.fn();
  const view = render(
    <QueryClientProvider client={createQueryClient(call)}>
      <PostForm
        space={where}
        userId={userId}
        input={input}
        typedTitle={{ current: typedTitle }}
        onPosted={onPosted}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  await waitFor(() => text());
  return { onClose, onPosted, ...view };
}

/** Types a post and presses Post while its draft is being saved. */
async function postDuringSave() {
  saving = Promise.withResolvers();
  const opened = await open();
  write(title(), 'As it was');
  write(text(), '<p>One</p>');
  await waitFor(() => expect(callsOf('save_draft')).toHaveLength(1), { timeout: 3_000 });
  press('Post');
  return opened;
}

it('has what was typed into the title while it was loading', async () => {
  await open('Half a ti');
  expect((title() as HTMLInputElement).value).toBe('Half a ti');
  expect(document.activeElement).toBe(title());
});

it('says before one writes that no category is open, and what opens it', async () => {
  await open(null, aSpace({ categories: [circle] as never }));
  expect(await screen.findByText("You can't post here yet")).toBeTruthy();
  expect(screen.getByText('Reach level 2').closest('li')?.textContent).toContain(circle.name);
  const post = screen.getByRole<HTMLButtonElement>('button', { name: 'Post' });
  expect(post.disabled || post.getAttribute('aria-disabled') === 'true').toBe(true);
  write(title(), 'Written all the same');
  write(text(), '<p>Kept</p>');
  fireEvent.submit(title());
  await waitFor(() => expect(stored()).toContain('Written all the same'));
  expect(callsOf('create_post')).toEqual([]);
});

describe('Posting while the draft is being saved', () => {
  it('is busy and locks the form at once', async () => {
    const { onClose, onPosted } = await postDuringSave();
    expect(screen.getByRole('button', { name: /^Post/ }).getAttribute('aria-busy')).toBe('true');
    expect(title().closest('[inert]')).not.toBeNull();
    expect(text().closest('[inert]')).not.toBeNull();
    expect(callsOf('create_post')).toEqual([]);
    saving?.resolve();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(onPosted).toHaveBeenCalledExactlyOnceWith(expect.any(String));
    expect(callsOf('create_post').map((post) => post.title)).toEqual(['As it was']);
    expect(title().closest('[inert]')).toBeNull();
  });

  it('keeps what is typed all the same as a new draft', async () => {
    const { onClose } = await postDuringSave();
    write(text(), '<p>One and two</p>');
    saving?.resolve();
    await waitFor(() =>
      expect(readToast()?.description).toBe('Your later changes were kept as a new draft.'),
    );
    expect(callsOf('create_post').map(({ body }) => body)).toEqual(['<p>One</p>']);
    expect(onClose).not.toHaveBeenCalled();
    expect(text().value).toBe('<p>One and two</p>');
    await waitFor(() => expect(callsOf('save_draft').at(-1)?.content.body).toBe('<p>One and two</p>'), {
      timeout: 3_000,
    });
    expect(callsOf('save_draft').at(-1)?.client_id).not.toBe(callsOf('create_post')[0]?.client_id);
  });

  it('leaves no draft of the post if the form is closed meanwhile', async () => {
    posting = Promise.withResolvers();
    const { unmount } = await postDuringSave();
    saving?.resolve();
    await waitFor(() => expect(callsOf('create_post')).toHaveLength(1));
    unmount();
    expect(stored()).toContain('As it was');
    await act(async () => posting?.resolve());
    await waitFor(() => expect(stored()).toBeNull());
  });
});

describe('Without a connection', () => {
  beforeEach(() => onlineManager.setOnline(false));
  afterEach(() => onlineManager.setOnline(true));

  it('keeps the draft on this device at once, and saves it when the connection is back', async () => {
    await open();
    isDown = true;
    const kept = () => screen.findByText(/^Saved on this device/, undefined, { timeout: 6_000 });
    write(title(), 'Typed in a tunnel');
    write(text(), '<p>One</p>');
    await kept();
    // The retry first asks whether the lost save arrived.
    await waitFor(() => expect(callsOf('get_draft')).toHaveLength(2), { timeout: 6_000 });
    await kept();
    press('Post');
    await screen.findByText(/Couldn't reach the server/);
    await kept();
    // Changed since: it waits for another press.
    write(text(), '<p>Two</p>');
    isDown = false;
    act(notifyReconnect);
    await screen.findByText('Saved', undefined, { timeout: 1_000 });
    expect(screen.queryByText(/Couldn't reach the server/)).toBeNull();
    expect(callsOf('create_post').at(-1)).toMatchObject({ body: '<p>One</p>' });
  }, 20_000);

  it('a post is published once the connection is back', async () => {
    const { onPosted } = await open();
    isDown = true;
    write(title(), 'Typed in a tunnel');
    write(text(), '<p>One</p>');
    press('Post');
    await screen.findByText(/We'll keep trying to send it/);
    isDown = false;
    act(notifyReconnect);
    await waitFor(() => expect(onPosted).toHaveBeenCalledWith('p1'));
    const ids = new Set(callsOf('create_post').map(({ client_id }) => client_id));
    expect(ids.size).toBe(1);
  });

  it('Post shows the reason and keeps the text', async () => {
    const { onClose } = await open();
    isDown = true;
    write(title(), 'Typed in a tunnel');
    write(text(), '<p>One</p>');
    press('Post');
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /Couldn't publish your post.*Couldn't reach the server.*Your text is still here/,
    );
    expect(text().value).toBe('<p>One</p>');
    expect(title().closest('[inert]')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('Discard drops a text that is only on this device', async () => {
    const { onClose } = await open();
    // The menu must open before a save is tried: after one, the server might have the text.
    await import('./draft-menu.tsx');
    isDown = true;
    write(text(), '<p>One</p>');
    await discard();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(stored()).toBeNull();
  });

  it('Discard shows the reason and keeps a text that the server has', async () => {
    const { onClose } = await open();
    write(text(), '<p>One</p>');
    await screen.findByText('Saved', undefined, { timeout: 3_000 });
    isDown = true;
    await discard();
    expect((await screen.findByRole('alert')).textContent).toMatch(/Couldn't discard the draft.*still here/);
    expect(text().value).toBe('<p>One</p>');
    expect(onClose).not.toHaveBeenCalled();
    // Once the connection is back, nothing is published.
    isDown = false;
    act(notifyReconnect);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(callsOf('create_post')).toEqual([]);
  });
});
