import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionQuery } from '#web/features/auth/index.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aPerson, idOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { PhotoDialog } from './photo-dialog.tsx';

const call = vi.hoisted(() => vi.fn());
const upload = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#web/features/uploads/index.ts', async (original) => ({
  ...(await original<object>()),
  uploadImage: upload,
}));
beforeEach(() => {
  call.mockReset();
  upload.mockReset();
  upload.mockResolvedValue({ id: idOf(9), url: '/files/nine.webp' });
});
afterEach(cleanup);

const onClose = vi.fn();
function show(avatar_url: string | null, responses: Responses) {
  onClose.mockReset();
  call.mockImplementation(respondWith(responses));
  const client = createQueryClient(call);
  const viewer = anAccount({ avatar_url });
  setViewer(client, viewer);
  seedEntities(client, { person: [aPerson({ id: viewer.id, avatar_url })] });
  renderPage(client, <PhotoDialog open onClose={onClose} />);
  /** The photo in the header, and where posts and lists show the person. */
  return () => [
    client.getQueryData(sessionQuery.queryKey)?.user?.avatar_url,
    readEntity(client, 'person', viewer.id)?.avatar_url,
  ];
}
const choose = () =>
  userEvent.upload(
    screen.getByLabelText('Profile photo', { selector: 'input' }),
    new File(['x'], 'me.png', { type: 'image/png' }),
  );

it('saves a chosen image, and shows it right away', async () => {
  const shownPhoto = show(null, {
    update_avatar: () => ({ user: anAccount({ avatar_url: '/files/nine.webp' }) }),
  });
  expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull();
  await choose();
  expect(await screen.findByText('Profile photo updated')).toBeTruthy();
  expect(upload.mock.calls[0]?.[1]).toMatchObject({ purpose: 'avatar' });
  expect(call).toHaveBeenCalledWith('update_avatar', { upload_id: idOf(9) });
  expect(shownPhoto()).toEqual(['/files/nine.webp', '/files/nine.webp']);
  expect(onClose).toHaveBeenCalledOnce();
});

it('removes the photo', async () => {
  const shownPhoto = show('/files/old.webp', {
    update_avatar: () => ({ user: anAccount({ avatar_url: null }) }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo' }));
  expect(await screen.findByText('Profile photo removed')).toBeTruthy();
  expect(call).toHaveBeenCalledWith('update_avatar', { upload_id: null });
  expect(shownPhoto()).toEqual([null, null]);
});

it('says why a photo was not saved, and stays open', async () => {
  show('/files/old.webp', {});
  upload.mockRejectedValue(new ApiError('image_corrupt', 400, 'The image is broken.'));
  await choose();
  expect((await screen.findByText('The image is broken.')).closest('[role=alert]')).toBeTruthy();
  expect(call).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});
