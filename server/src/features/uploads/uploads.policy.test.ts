import { describe, expect, it } from 'vitest';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { attachableSince, attachWithin } from '#server/platform/files/attachable-since.ts';
import { authorizeDownload, canDeleteUpload, removedSince, sweptAfter } from './uploads.policy.ts';

const ada: Viewer = { user_id: 'ada', role: 'member', session_id: 's' } as Viewer;
const ben: Viewer = { ...ada, user_id: 'ben' };
const at = '2026-11-01T12:00:00.000Z';

it('An upload can be deleted by its sender until it is attached', () => {
  expect(canDeleteUpload(ada, { user_id: 'ada', attached_at: null })).toBe(true);
  expect(canDeleteUpload(ada, { user_id: 'ada', attached_at: at })).toBe(false);
  expect(canDeleteUpload(ben, { user_id: 'ada', attached_at: null })).toBe(false);
});

it('Uploads can be attached for a day and are swept an hour later; files of removed content stay for 30 days', () => {
  expect(attachableSince(at)).toBe('2026-10-31T12:00:00.000Z');
  expect(sweptAfter - attachWithin).toBe(60 * 60 * 1000);
  expect(removedSince(at)).toBe('2026-10-02T12:00:00.000Z');
});

describe('A download', () => {
  const upload = {
    user_id: 'ada',
    attached_at: at as string | null,
    is_public: false,
    is_hidden: false,
    is_shown_to_viewer: null as boolean | null,
  };
  const scopeOf = (kind: 'public' | 'private' | 'paid', role: 'member' | 'admin' | null = null) =>
    ({
      role,
      is_private: kind === 'private',
      is_paid: kind === 'paid',
      permissions: { canEditSpace: role === 'admin' },
    }) as unknown as SpaceContext;
  const privately = 'private, max-age=3600';

  it.each([
    ['not attached, by its sender', { attached_at: null }, null, ada, true, privately],
    ['not attached, by others', { attached_at: null }, scopeOf('public'), ben, false, privately],
    ['not attached, by visitors', { attached_at: null, is_public: true }, null, null, false, privately],
    ['for everyone', { is_public: true }, null, null, true, 'public, max-age=31536000, immutable'],
    ['that its use shows', { is_shown_to_viewer: true }, null, ben, true, privately],
    ['that its use hides', { is_shown_to_viewer: false }, scopeOf('public', 'admin'), ada, false, privately],
    ['without a space', {}, null, ada, false, privately],
    ['of a public space, by visitors', {}, scopeOf('public'), null, true, 'public, max-age=3600'],
    ['of a private space, by others', {}, scopeOf('private'), ben, false, privately],
    ['of a private space, by members', {}, scopeOf('private', 'member'), ben, true, privately],
    ['of a paid space, by others', {}, scopeOf('paid'), ben, false, privately],
    ['of a paid space, by members', {}, scopeOf('paid', 'member'), ben, true, privately],
    ['hidden, by its sender', { is_hidden: true }, scopeOf('public'), ada, true, 'private, no-store'],
    ['hidden, by members', { is_hidden: true }, scopeOf('public', 'member'), ben, false, 'private, no-store'],
    [
      'hidden, by moderators',
      { is_hidden: true },
      scopeOf('public', 'admin'),
      ben,
      true,
      'private, no-store',
    ],
    ['hidden, by former members', { is_hidden: true }, scopeOf('private'), ada, false, privately],
  ] as const)('of a file %s', (_case, fields, scope, viewer, allowed, cacheControl) => {
    expect(authorizeDownload({ ...upload, ...fields }, scope, viewer)).toEqual({ allowed, cacheControl });
  });
});
