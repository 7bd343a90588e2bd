import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageVideo } from '#contract/features/videos/videos.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { anAccount, idOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { VideoPanel } from './video-panel.tsx';

const pageId = idOf(1);
const aVideo = (fields = {}) =>
  pageVideo.parse({
    upload_id: idOf(2),
    file_name: 'knead.mp4',
    mime_type: 'video/mp4',
    url: '/files/x/original',
    stream_url: null,
    byte_size: 5,
    duration: 100,
    poster: null,
    caption_languages: ['de', 'en'],
    chapters: [
      { start: 0, title: 'Flour' },
      { start: 40, title: 'Water' },
    ],
    can_edit: true,
    watched: null,
    ...fields,
  });
const target = { page_id: pageId, upload_id: idOf(2) };

const call = vi.fn();
let respond: (operation: string) => unknown;
beforeEach(() => {
  localStorage.clear();
  respond = (operation) =>
    operation === 'get_video_captions'
      ? {
          captions: [
            { start: 1, end: 4, text: 'Mix the flour.' },
            { start: 41, end: 44, text: 'Add <b>water</b>.' },
          ],
        }
      : {};
  call.mockReset();
  call.mockImplementation(async (operation: string) => await respond(operation));
});
afterEach(cleanup);

function open(video = aVideo(), position = 42) {
  const client = createQueryClient(call as never);
  setViewer(client, anAccount());
  const onJump = vi.fn();
  const captions = {
    language: video.caption_languages.at(-1),
    languages: video.caption_languages,
    isShown: false,
    lines: [],
    toggle: () => {},
    setLanguage: () => {},
  };
  renderPage(client, <VideoPanel {...{ pageId, video, captions, position, onJump }} />);
  return { onJump };
}
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));
const writes = () => call.mock.calls.filter(([operation]) => !operation.startsWith('get_'));

describe('Below a video', () => {
  it('is nothing without chapters and captions', () => {
    open(aVideo({ caption_languages: [], chapters: [], can_edit: false }));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('chapters say where the video is, and jump', async () => {
    const { onJump } = open();
    await press('Chapters');
    expect(screen.getByRole('button', { current: true }).textContent).toBe('0:40 Water');
    await press('0:00 Flour');
    expect(onJump).toHaveBeenCalledWith(0);
  });

  it('the transcript shows plain text, can be searched, and jumps', async () => {
    const { onJump } = open();
    await press('Transcript');
    expect((await screen.findByRole('button', { current: true })).textContent).toBe('0:41 Add <b>water</b>.');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the transcript' }), 'FLOUR');
    expect(await screen.findByText('1 line found')).toBeTruthy();
    expect(document.querySelector('mark')?.textContent).toBe('flour');
    await press('0:01 Mix the flour.');
    expect(onJump).toHaveBeenCalledWith(1);
  });

  it('members find no button that changes it', () => {
    open(aVideo({ can_edit: false }));
    expect(screen.queryByRole('button', { name: 'Captions and chapters' })).toBeNull();
  });
});

describe('An editor', () => {
  const edit = async () => {
    open();
    await press('Captions and chapters');
    return await screen.findByRole('textbox', { name: 'Chapters' });
  };

  it('saves chapters, and is told which line is wrong', async () => {
    const field = await edit();
    expect((field as HTMLTextAreaElement).value).toBe('0:00 Flour\n0:40 Water');
    fireEvent.change(field, { target: { value: '0:00 Flour\nWater' } });
    await press('Save chapters');
    expect(await screen.findByText(/^Line 2: write a time/)).toBeTruthy();
    expect(writes()).toEqual([]);
    fireEvent.change(field, { target: { value: '0:30 Water' } });
    await press('Save chapters');
    await waitFor(() =>
      expect(writes()).toEqual([
        ['set_video_chapters', { ...target, chapters: [{ start: 30, title: 'Water' }] }],
      ]),
    );
  });

  it('finds typed chapters again after the dialog was closed', async () => {
    fireEvent.change(await edit(), { target: { value: '0:30 Water' } });
    await press('Finish later');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Chapters' })).toBeNull());
    await press('Captions and chapters');
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Chapters' })).value).toBe(
      '0:30 Water',
    );
  });

  it('replaces captions, also of an older program, and reads why they were refused', async () => {
    await edit();
    respond = (operation) => {
      if (operation !== 'set_video_captions') return {};
      throw new ApiError('captions_unreadable', 400, 'Line 3: The end must be after the start.');
    };
    const [replace] = screen.getAllByRole('button', { name: 'Replace' });
    if (replace) await userEvent.click(replace);
    const file = new File([new Uint8Array([0x57, 0xe4])], 'x.vtt');
    fireEvent.change(screen.getByLabelText('Captions file'), { target: { files: [file] } });
    expect(await screen.findByText('Line 3: The end must be after the start.')).toBeTruthy();
    expect(writes()).toEqual([['set_video_captions', { ...target, language: 'de', file: 'Wä' }]]);
  });

  it('deletes captions of a language', async () => {
    await edit();
    await press('Delete captions: English');
    await waitFor(() => expect(writes()).toEqual([['delete_video_captions', { ...target, language: 'en' }]]));
  });
});
