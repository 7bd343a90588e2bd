import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aPost, aSpace, idOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { useAddItems } from './use-add-items.tsx';

const call = vi.fn();
const insert = vi.fn();
const space = aSpace({ subdomain: 'bakers' });

function Items() {
  const { items, dialog } = useAddItems(space);
  return (
    <>
      {items.map(({ id, label, pick }) => (
        <button key={id} type="button" onClick={() => pick(insert)}>
          {label}
        </button>
      ))}
      {dialog}
    </>
  );
}

const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));
const type = async (name: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(name), { target: { value } });
const open = async (item: string) => {
  renderPage(createQueryClient(call as never), <Items />);
  await press(item);
};

beforeEach(() => {
  call.mockReset();
  insert.mockReset();
  call.mockImplementation(async () => ({ posts: [], next_cursor: null, live_cursor: 1 }));
});
afterEach(cleanup);

it('A resource link is added with its protocol and title', async () => {
  await open('Add resource link');
  await type('Link', 'example.com/hours');
  await type('Title (optional)', ' Opening hours ');
  await press('ADD');
  expect(insert.mock.calls).toEqual([
    [{ kind: 'link', reference: 'https://example.com/hours', label: 'Opening hours' }],
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each(['', 'word', 'two words.com', 'javascript:alert(1)', 'ftp://files.example'])(
  'A resource link cannot be %j',
  async (address) => {
    await open('Add resource link');
    await type('Link', address);
    await press('ADD');
    expect(await screen.findByText('Enter a valid link.')).toBeTruthy();
    expect(insert).not.toHaveBeenCalled();
  },
);

it('A transcript needs a text', async () => {
  await open('Add transcript');
  await press('ADD');
  expect(await screen.findByText('Enter the text.')).toBeTruthy();
  await type('Transcript', 'Hello.');
  await press('ADD');
  expect(insert.mock.calls).toEqual([[{ summary: 'Transcript', text: 'Hello.' }]]);
});

it('A transcript is found again after its dialog was closed, until it is added', async () => {
  await open('Add transcript');
  await type('Transcript', 'A long text');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const field = async () => await screen.findByLabelText<HTMLTextAreaElement>('Transcript');
  await press('Add transcript');
  expect((await field()).value).toBe('A long text');
  await press('ADD');
  await press('Add transcript');
  expect((await field()).value).toBe('');
});

it('A YouTube video needs the link of one', async () => {
  await open('Add YouTube video');
  await type('YouTube link', 'https://www.youtube.com/@channel');
  await press('ADD');
  expect((await screen.findAllByText('Invalid YouTube URL')).length).toBeGreaterThan(0);
  await type('YouTube link', 'https://youtu.be/dQw4w9WgXcQ');
  await press('ADD');
  expect(insert.mock.calls).toEqual([[{ kind: 'video', reference: 'youtube:dQw4w9WgXcQ', label: '' }]]);
});

it('A post is chosen from the latest, which what is typed narrows down', async () => {
  const [loaf, rye] = [aPost({ title: 'First loaf' }), aPost({ id: idOf(2), title: 'Rye' })];
  call.mockImplementation(async () => ({ posts: [loaf, rye], next_cursor: null, live_cursor: 1 }));
  await open('Pin community post');
  await screen.findByRole('button', { name: /Rye/ });
  await type('Title or address of the post', 'Spelt');
  expect(await screen.findByText(/^Not among the latest posts/)).toBeTruthy();
  await type('Title or address of the post', 'LOAF');
  await waitFor(() => expect(screen.queryByRole('button', { name: /Rye/ })).toBeNull());
  await press('ADD');
  expect(insert.mock.calls).toEqual([[{ kind: 'post', reference: loaf.id, label: 'First loaf' }]]);
});

it('A post is added by its address, if it can be seen', async () => {
  const post = aPost({ title: 'First loaf' });
  call.mockImplementation(async (operation: string, input: { slug?: string }) => {
    if (operation === 'list_posts') return { posts: [], next_cursor: null, live_cursor: 1 };
    if (input.slug === 'first-loaf') return { post, removal: null, live_cursor: 1 };
    throw new ApiError('post_not_found', 404, "This post doesn't exist.");
  });
  await open('Pin community post');
  await type('Title or address of the post', '/bakers/post/gone');
  await press('ADD');
  expect(await screen.findByText("This post doesn't exist.")).toBeTruthy();
  await type('Title or address of the post', `${window.location.origin}/bakers/post/first-loaf`);
  await press('ADD');
  await waitFor(() =>
    expect(insert.mock.calls).toEqual([[{ kind: 'post', reference: post.id, label: 'First loaf' }]]),
  );
});
