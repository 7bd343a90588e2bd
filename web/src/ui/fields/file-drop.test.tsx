import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLocaleSource } from '#contract/i18n/locale.ts';
import { sortFiles } from './accept-files.ts';
import { ChosenFiles, FileDrop, type FileDropProps } from './file-drop.tsx';
import { toReadableSize } from './readable-size.ts';

afterEach(cleanup);

const png = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'image/png' });
const text = new File(['hello'], 'notes.txt', { type: 'text/plain' });

function renderDrop(more: Partial<FileDropProps> = {}) {
  const taken = vi.fn();
  render(
    <FileDrop label="Images" accept="image/*" maxSize={1024} room={2} multiple onFiles={taken} {...more} />,
  );
  return { taken };
}

describe('FileDrop', () => {
  it('passes selected files to the caller', async () => {
    const { taken } = renderDrop();
    const file = png('a.png');
    await userEvent.upload(screen.getByLabelText('Images', { selector: 'input' }), file);
    expect(taken.mock.calls).toEqual([[[file]]]);
  });

  it('accepts matching dropped files and explains why others are rejected', () => {
    const { taken } = renderDrop();
    const [one, two, three, big] = [png('1.png'), png('2.png'), png('3.png'), png('big.png', 2000)];
    const zone = screen.getByText(/drop or paste/).closest('.drop');
    if (!zone) throw new Error('no drop zone');
    fireEvent.drop(zone, { dataTransfer: { files: [one, text, big, two, three], types: ['Files'] } });
    expect(taken.mock.calls).toEqual([[[one, two]]]);
    expect([...document.querySelectorAll('.field-error')].map(({ textContent }) => textContent)).toEqual([
      "notes.txt: this file type isn't supported.",
      'big.png: larger than 1 KB.',
      '3.png: too many files.',
    ]);
  });

  it('accepts a pasted image but ignores pastes into text fields', () => {
    const { taken } = renderDrop();
    const field = document.createElement('textarea');
    document.body.append(field);
    const clipboardData = { files: [png('pasted.png')] };
    fireEvent.paste(field, { clipboardData });
    expect(taken).not.toHaveBeenCalled();
    fireEvent.paste(document.body, { clipboardData });
    expect(taken).toHaveBeenCalledOnce();
    field.remove();
  });

  it('shows progress and errors of each file and lets it be removed', async () => {
    const remove = vi.fn();
    renderDrop({
      room: 0,
      children: (
        <ChosenFiles
          onRemove={remove}
          files={[
            { id: '1', name: 'a.png', size: 100, progress: 0.4 },
            { id: '2', name: 'b.png', size: 100, error: 'The connection was lost.' },
          ]}
        />
      ),
    });
    expect(screen.getByRole('progressbar', { name: 'Uploading a.png' }).getAttribute('aria-valuenow')).toBe(
      '40',
    );
    expect(screen.getByRole('alert').textContent).toBe('The connection was lost.');
    await userEvent.click(screen.getByRole('button', { name: 'Remove b.png' }));
    expect(remove.mock.calls).toEqual([['2']]);
    // Full: no more files can be selected.
    expect(screen.queryByText(/drop or paste/)).toBeNull();
  });

  it('accepts nothing when disabled', () => {
    const { taken } = renderDrop({ disabled: true });
    fireEvent.paste(document.body, { clipboardData: { files: [png('x.png')] } });
    expect(taken).not.toHaveBeenCalled();
  });
});

describe('sortFiles', () => {
  it('matches types by extension and MIME type, ignoring case', () => {
    const pdf = new File(['x'], 'SCAN.PDF', { type: '' });
    expect(sortFiles([pdf, text], { accept: '.pdf, image/*' }).taken).toEqual([pdf]);
    expect(sortFiles([pdf, text], {}).taken).toEqual([pdf, text]);
  });
});

describe('toReadableSize', () => {
  it.each([
    [1, '1 byte'],
    [640, '640 bytes'],
    [1536, '1.5 KB'],
    [1024 * 1024 - 1, '1 MB'],
    [100 * 1024 * 1024, '100 MB'],
  ])('%d is %s', (bytes, copy) => expect(toReadableSize(bytes)).toBe(copy));

  it("writes numbers in the reader's locale", () => {
    setLocaleSource(() => 'de-DE');
    expect(toReadableSize(1536)).toBe('1,5 KB');
    setLocaleSource(() => undefined);
  });
});
