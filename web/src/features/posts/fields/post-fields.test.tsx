import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render as renderAlone, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { newPollDraft } from '#web/features/polls/index.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aSpace, idOf } from '#web-testing/fixtures.ts';
import { checkPost, type PostProblems, type PostValues, withoutChanged } from './post-check.ts';
import { PostFields } from './post-fields.tsx';

vi.mock('#web/lib/loading/lazy-editor.tsx', () => ({ LazyEditor: () => <textarea aria-label="Text" /> }));
vi.mock('#web/features/mentions/index.ts', () => ({ useFindPeople: () => async () => [] }));
afterEach(cleanup);

const render = (element: ReactNode, client = createQueryClient(vi.fn())) =>
  renderAlone(<QueryClientProvider client={client}>{element}</QueryClientProvider>);

const category = (n: number, name: string) => ({ id: idOf(n), name, icon: '🎞', is_limited: false });
const space = aSpace();
/** A space in which a category has to be chosen. */
const sortedSpace = aSpace({ categories: [category(1, 'Prints'), category(2, 'Cameras')] as never });
const attachments = { items: [], rejected: [] } as never;

function Form({ where = space }: { where?: typeof space }) {
  const [fields, setFields] = useState<PostValues>({
    title: '',
    body: '',
    category_id: null,
    post_type: 'post',
    poll: newPollDraft(),
  });
  const [problems, setProblems] = useState<PostProblems>({});
  return (
    <PostFields
      space={where}
      label="Write a post"
      form={{
        fields,
        problems,
        isLocked: false,
        change: (changes) => {
          setFields({ ...fields, ...changes });
          setProblems(withoutChanged(problems, changes));
        },
        submit: () => setProblems(checkPost(fields, [], where.categories, 0)),
      }}
      attachments={attachments}
      kind={{ canAnnounce: false, canAddPoll: true }}
      buttons={<button type="submit">Post</button>}
    />
  );
}

it('moves focus to the first field with an error and leaves it alone while the member types', async () => {
  const user = userEvent.setup();
  render(<Form />);
  await user.click(screen.getByRole('button', { name: 'Post' }));
  const question = screen.getByRole('textbox', { name: 'Question' });
  expect(document.activeElement).toBe(question);
  expect(screen.getByText('A question must be at least 3 characters')).toBeTruthy();
  await user.type(question, 'Rye or wheat?');
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'What');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }));
  await user.click(screen.getByRole('button', { name: 'Post' }));
  expect(screen.getByText('At least 2 options')).toBeTruthy();
});

it('says in the footer, which stays in sight, that a category is missing', async () => {
  const { container } = render(<Form where={sortedSpace} />);
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Question' }));
  const footer = container.querySelector<HTMLElement>('.composer-foot');
  if (!footer) throw new Error('no footer');
  expect(within(footer).getByText('Choose a category for your post.')).toBeTruthy();
  expect(within(footer).getByRole('combobox', { name: /Category/ }).ariaInvalid).toBe('true');
  expect(within(footer).getByRole('button', { name: 'Post' })).toBeTruthy();
});

it.each([
  [95, null],
  [96, '24 characters left'],
  [119, '1 character left'],
  [120, '0 characters left'],
  [121, '1 character too many'],
  [123, '3 characters too many'],
])('counts a title of %i characters: %s', (length, text) => {
  const { container } = render(<Form />);
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'x'.repeat(length) } });
  expect(container.textContent?.match(/\d+ characters? (left|too many)/)?.[0] ?? null).toBe(text);
});

it('shows the formatting toolbar on demand', async () => {
  render(<Form />);
  const button = screen.getByRole('button', { name: 'Formatting', pressed: false });
  await userEvent.click(button);
  expect(screen.getByRole('button', { name: 'Formatting', pressed: true })).toBeTruthy();
});

it('offers no category that is locked, and says what opens it', async () => {
  const limited = { ...category(2, 'Cameras'), is_limited: true };
  const where = aSpace({ categories: [category(1, 'Prints'), limited] as never });
  const unmet = [{ rule: { kind: 'level' as const, level: 2 }, opens_at: null, title: null }];
  const lock = { match: 'all' as const, unmet, opens_at: null };
  const categories = [{ category_id: limited.id, lock, access: null }];
  render(
    <Form where={where} />,
    createQueryClient(respondWith({ list_category_locks: () => ({ categories }) })),
  );
  await userEvent.click(screen.getByRole('combobox', { name: 'Category' }));
  const locked = await screen.findByRole('option', { name: /Cameras.*Reach level 2/ });
  expect(locked.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(locked);
  expect(screen.getByRole('combobox', { name: 'Category' }).textContent).not.toContain('Cameras');
});
