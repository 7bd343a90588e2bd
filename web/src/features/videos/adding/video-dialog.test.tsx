import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { VideoDialog, YoutubeVideoDialog } from './video-dialog.tsx';

vi.mock('#web/ui/overlays/toast.ts', async (load) => ({
  ...(await load<object>()),
  toast: vi.fn(),
}));

afterEach(() => {
  cleanup();
  vi.mocked(toast).mockClear();
});

function open(
  Component: typeof VideoDialog = VideoDialog,
  spaceId: string | null = 'space',
  are_encoded = true,
) {
  const [onAdd, onClose] = [vi.fn(), vi.fn()];
  const call = vi.fn(async () => ({ max_bytes: 100 * 1024 * 1024, are_encoded }));
  const dialog = <Component spaceId={spaceId} onAdd={onAdd} onClose={onClose} />;
  renderPage(createQueryClient(call as never), dialog);
  return { onAdd, onClose };
}
const field = () => screen.findByRole('textbox');
const lastToast = () => vi.mocked(toast).mock.lastCall?.[0];

describe('The dialog that adds a video', () => {
  it('names the sites it takes, and closes without a change', async () => {
    const { onAdd, onClose } = open();
    expect(await screen.findByRole('dialog', { name: 'Add a video' })).toBeTruthy();
    expect((await field()).getAttribute('placeholder')).toBe('Paste a YouTube, Loom, Vimeo or Wistia link');
    await userEvent.click(screen.getByRole('button', { name: 'CANCEL' }));
    expect(onClose).toHaveBeenCalled();
    expect(onAdd).not.toHaveBeenCalled();
  });

  it.each([
    [true, /^Uploaded videos are also offered in smaller sizes/],
    [false, /because ffmpeg isn't installed on this server/],
  ])('says whether videos are encoded (%s)', async (are_encoded, text) => {
    open(VideoDialog, 'space', are_encoded);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('adds a video with Enter', async () => {
    const { onAdd } = open();
    await userEvent.type(await field(), 'https://youtu.be/dQw4w9WgXcQ{Enter}');
    expect(onAdd).toHaveBeenCalledWith('youtube:dQw4w9WgXcQ');
    expect(lastToast()).toMatchObject({ title: 'Video embedded' });
  });

  it('asks for an address', async () => {
    const { onAdd } = open();
    await field();
    await userEvent.click(screen.getByRole('button', { name: 'ADD' }));
    expect(lastToast()).toMatchObject({ title: 'URL Required', description: 'Please enter a video URL' });
    expect(onAdd).not.toHaveBeenCalled();
  });

  it('keeps an address of another site, and says what is wrong', async () => {
    const { onAdd } = open();
    await userEvent.type(await field(), 'https://example.com/video{Enter}');
    const description = 'Please enter a valid YouTube, Vimeo, Loom, or Wistia URL';
    expect(lastToast()).toMatchObject({ title: 'Invalid URL', description });
    expect(await field()).toMatchObject({ value: 'https://example.com/video' });
    expect(screen.getByText(description)).toBeTruthy();
    expect(onAdd).not.toHaveBeenCalled();
  });
});

describe('Uploading a video', () => {
  const select = async (name: string, type: string, size = 3) => {
    await screen.findByText('MP4, MOV, AVI or WebM, up to 100 MB');
    const file = new File(['abc'], name, { type });
    Object.defineProperty(file, 'size', { value: size });
    fireEvent.change(screen.getByLabelText('Video file'), { target: { files: [file] } });
  };

  it('takes only videos', async () => {
    open();
    await select('picture.png', 'image/png');
    const description = 'Please select a video file (MP4, MOV, AVI, etc.)';
    expect(lastToast()).toMatchObject({ title: 'Invalid file type', description });
  });

  it('takes no larger ones than the server', async () => {
    open();
    await select('lesson.mp4', 'video/mp4', 101 * 1024 * 1024);
    const description = 'Please select a video smaller than 100MB';
    expect(lastToast()).toMatchObject({ title: 'File too large', description });
  });

  it('needs a connection', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open();
    await select('lesson.mp4', 'video/mp4').finally(() => online.mockRestore());
    expect(lastToast()).toMatchObject({ title: "You're offline" });
  });

  it('needs a space', async () => {
    open(VideoDialog, null);
    expect(await screen.findByText('Upload not available')).toBeTruthy();
    expect(screen.getByText('Requires space context')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Select file' })).toBeNull();
  });
});

describe('The dialog that adds a video of YouTube', () => {
  it.each(['https://www.youtube.com/@channel', 'https://vimeo.com/123456', ''])(
    'refuses %j',
    async (address) => {
      const { onAdd } = open(YoutubeVideoDialog);
      await userEvent.type(await field(), `${address}{Enter}`);
      expect(lastToast()).toMatchObject({
        title: 'Invalid YouTube URL',
        description: 'Please check the URL and try again',
      });
      expect(onAdd).not.toHaveBeenCalled();
    },
  );

  it('adds one', async () => {
    const { onAdd } = open(YoutubeVideoDialog);
    await userEvent.type(await field(), 'https://www.youtube.com/watch?v=dQw4w9WgXcQ{Enter}');
    expect(onAdd).toHaveBeenCalledWith('youtube:dQw4w9WgXcQ');
  });
});
