import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccessSettings, Lock } from '#contract/features/access/access.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aSpace, idOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { LimitedCategories } from './limited-categories.tsx';

const level = { rule: { kind: 'level' as const, level: 2 }, opens_at: null, title: null };
const days = { rule: { kind: 'grant' as const }, opens_at: null, title: null };
const lock: Lock = { match: 'any', unmet: [level, days], opens_at: null };
const rules: AccessSettings = { match: 'all', rules: [{ kind: 'level', level: 2 }] };
const circle = { id: idOf(1), name: 'Circle', icon: '🏡', is_limited: true };
const general = { id: idOf(2), name: 'General', icon: '💬', is_limited: false };
const space = aSpace({
  subdomain: 'film',
  categories: [circle, general] as never,
  feature_classroom_enabled: false,
});
const editable = { ...space, permissions: { ...space.permissions, canEditSpace: true } };

interface Options {
  where?: typeof space;
  shown?: string;
  isEmpty?: boolean;
  known?: { lock: Lock | null; access: AccessSettings | null };
  responses?: Responses;
}
function open({ where = space, shown = circle.id, isEmpty = true, known, responses = {} }: Options) {
  const list = vi.fn(() => ({
    categories: [{ category_id: circle.id, lock: null, access: null, ...known }],
  }));
  const client = createQueryClient(respondWith({ list_category_locks: list, ...responses }));
  setViewer(client, anAccount());
  const props = { space: where, categoryId: shown, cursor: 1, isEmpty };
  renderPage(client, <LimitedCategories {...props} />, '/film/space');
  return list;
}
const press = async (name: string | RegExp, role = 'button') =>
  await userEvent.click(await screen.findByRole(role, { name }));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('A category that is closed to the viewer', () => {
  it('says what opens it, with a link to the levels', async () => {
    open({ known: { lock, access: null } });
    expect(await screen.findByRole('heading', { name: "This category isn't open to you yet" })).toBeTruthy();
    expect(screen.getByText('To open it, one of these is enough:')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Reach level 2' });
    expect(link.getAttribute('href')).toBe('/film/space/leaderboard');
  });

  it('is not shown while the feed has another category', async () => {
    const list = open({ shown: general.id, known: { lock, access: null } });
    await waitFor(() => expect(list).toHaveBeenCalled());
    expect(screen.queryByRole('region', { name: 'Locked' })).toBeNull();
  });
});

it('A limited category that is open to the viewer and has no posts says so', async () => {
  open({ known: { lock: null, access: null } });
  expect(await screen.findByText('No posts in this category yet')).toBeTruthy();
});

describe('The rules of a category', () => {
  it('are shown to editors, who can change them', async () => {
    const save = vi.fn(() => ({ access: null }));
    open({
      where: editable,
      known: { lock: null, access: rules },
      responses: { set_category_access: save },
    });
    await press('Who can open it');
    expect(await screen.findByRole('dialog', { name: /Circle/ }, { timeout: 30_000 })).toBeTruthy();
    await press(/Remove rule/);
    await press('Save rules');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const stored = { space_id: space.id, category_id: circle.id, match: 'all', rules: [] };
    expect(save).toHaveBeenCalledWith(stored);
  });

  it('stay in the dialog, with the reason, when they cannot be saved', async () => {
    const save = () => Promise.reject(new Error('offline'));
    open({
      where: editable,
      known: { lock: null, access: rules },
      responses: { set_category_access: save },
    });
    await press('Who can open it');
    await press(/Remove rule/);
    await press('Save rules');
    expect(await screen.findByText("Couldn't save the rules")).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});
