import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { readToast } from '#web/ui/overlays/toast.ts';
import { usePostedToast } from './use-posted-toast.ts';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }));

const space = { id: 's1', subdomain: 'film', categories: [{ id: 'c1', name: 'Prints' }] } as unknown as Space;
const post = { slug: 'my-print', category_id: 'c1' } as PostDetail;

it('confirms a post and opens it', () => {
  const { result } = renderHook(() => usePostedToast(space, { space_id: 's1', sort: 'default' }));
  result.current(post);
  expect(readToast()).toMatchObject({ title: 'Posted', action: { label: 'View post' } });
  expect(readToast()?.description).toBeUndefined();
  readToast()?.action?.onPress();
  expect(navigate).toHaveBeenCalledWith({
    to: '/$subdomain/post/$postSlug',
    params: { subdomain: 'film', postSlug: 'my-print' },
  });
});

it('names the category if it is not the one shown', () => {
  const shown = { space_id: 's1', sort: 'default', category_id: 'c2' } as const;
  const { result } = renderHook(() => usePostedToast(space, shown));
  result.current(post);
  expect(readToast()?.description).toBe('Posted in Prints.');
});
