import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import { useSingleUpload } from './use-single-upload.ts';

interface Transfer {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}
let transfer: Transfer;
let arrive: (name: string) => void;
let fail: (error: Error) => void;
const upload = vi.fn();
const onUploaded = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  upload.mockImplementation((_file: File, given: Transfer) => {
    transfer = given;
    return new Promise((resolve, reject) => {
      [arrive, fail] = [resolve, reject];
      given.signal.addEventListener('abort', () => reject(new DOMException('Canceled', 'AbortError')));
    });
  });
});
afterEach(cleanup);

function Field() {
  const { take, stop, progress, problem } = useSingleUpload<string>({
    accept: 'image/*',
    maxSize: 10,
    upload,
    onUploaded,
    failed: "Couldn't upload the image.",
  });
  return (
    <>
      <FileInput ref={null} label="Image" accept="image/*" onFiles={(files) => void take(files)} />
      <p>{progress === null ? 'idle' : `${progress * 100} %`}</p>
      <p role="alert">{problem}</p>
      <button type="button" onClick={stop}>
        Stop
      </button>
    </>
  );
}

const choose = (name: string, content = 'x') =>
  act(async () => {
    const type = name.endsWith('.png') ? 'image/png' : 'text/plain';
    fireEvent.change(screen.getByLabelText('Image'), {
      target: { files: [new File([content], name, { type })] },
    });
  });
const problem = () => screen.getByRole('alert').textContent;

it('shows how much is uploaded and hands over the result', async () => {
  render(<Field />);
  await choose('hill.png');
  expect(screen.getByText('0 %')).toBeTruthy();
  act(() => transfer.onProgress(0.5));
  expect(screen.getByText('50 %')).toBeTruthy();
  await act(async () => arrive('stored'));
  expect(onUploaded.mock.calls).toEqual([['stored']]);
  expect(screen.getByText('idle')).toBeTruthy();
});

it.each([
  ['notes.txt', 'x', "notes.txt: this file type isn't supported."],
  ['hill.png', 'x'.repeat(11), 'hill.png: larger than 10 bytes.'],
])('says why it rejects %s, until another file is chosen', async (name, content, message) => {
  render(<Field />);
  await choose(name, content);
  expect(problem()).toBe(message);
  expect(upload).not.toHaveBeenCalled();
  await choose('small.png');
  expect(problem()).toBe('');
});

it('shows the message of a failure, or the default one', async () => {
  render(<Field />);
  await choose('hill.png');
  await act(async () => fail(new Error('unexpected')));
  expect(problem()).toBe("Couldn't upload the image.");
  expect(screen.getByText('idle')).toBeTruthy();
  await choose('hill.png');
  await act(async () => fail(new NetworkError(null)));
  expect(problem()).not.toBe("Couldn't upload the image.");
  expect(onUploaded).not.toHaveBeenCalled();
});

it('stops on request without a message', async () => {
  render(<Field />);
  await choose('hill.png');
  await act(async () => fireEvent.click(screen.getByText('Stop')));
  expect(transfer.signal.aborted).toBe(true);
  expect(problem()).toBe('');
  expect(screen.getByText('idle')).toBeTruthy();
});

it('stops when it is unmounted', async () => {
  const { unmount } = render(<Field />);
  await choose('hill.png');
  unmount();
  expect(transfer.signal.aborted).toBe(true);
});
