import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImageFile } from '#contract/features/uploads/uploads.ts';
import ImageViewer from './image-viewer.tsx';

const imageOf = (id: string): ImageFile => ({
  id,
  kind: 'image',
  file_name: `${id}.png`,
  url: `/files/${id}/original`,
  width: 800,
  height: 600,
  color: '#888888',
  sizes: [],
});
const images = [imageOf('one'), imageOf('two'), imageOf('three')];

/** jsdom has no layout: each image is as wide as the row, 100 pixels, and scrolling is immediate. */
const width = 100;
const scrolled = vi.fn();
beforeEach(() => {
  scrolled.mockReset();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
    if (typeof options !== 'object' || this.tagName !== 'UL') return;
    scrolled(options);
    this.scrollLeft = options.left ?? 0;
    act(() => void fireEvent.scroll(this));
  } as Element['scrollTo'];
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function show(start = 0, shown: readonly ImageFile[] = images) {
  const onClose = vi.fn();
  render(<ImageViewer images={shown} start={start} onClose={onClose} />);
  await screen.findByRole('dialog');
  return onClose;
}
const title = () => screen.getByRole('dialog').querySelector('h2')?.textContent;
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const row = () => screen.getByRole('list', { name: 'Images' });
const image = (name: string) => screen.getByRole<HTMLImageElement>('img', { name });
const isZoomed = () => screen.queryByRole('button', { name: 'Fit to screen' }) !== null;

it('starts at the image that was pressed, without an animation', async () => {
  await show(1);
  await waitFor(() => expect(title()).toBe('Image 2 of 3'));
  expect(scrolled.mock.calls).toEqual([[{ left: width, behavior: 'instant' }]]);
  expect(screen.getByText('two.png')).toBeTruthy();
});

it('turns with the buttons, up to the first and the last image', async () => {
  await show();
  expect(button('Previous image').disabled).toBe(true);
  await userEvent.click(button('Next image'));
  expect(title()).toBe('Image 2 of 3');
  await userEvent.click(button('Next image'));
  expect(title()).toBe('Image 3 of 3');
  expect(button('Next image').disabled).toBe(true);
  await userEvent.click(button('Previous image'));
  expect(title()).toBe('Image 2 of 3');
});

it('turns with the keys', async () => {
  await show();
  row().focus();
  for (const [key, expected] of [
    ['{ArrowRight}', 'Image 2 of 3'],
    ['{End}', 'Image 3 of 3'],
    ['{ArrowRight}', 'Image 3 of 3'],
    ['{ArrowLeft}', 'Image 2 of 3'],
    ['{Home}', 'Image 1 of 3'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(title()).toBe(expected);
  }
});

it('zooms with the keys; the arrow keys then pan instead of turning', async () => {
  await show();
  row().focus();
  await userEvent.keyboard('+');
  expect(isZoomed()).toBe(true);
  await userEvent.keyboard('{ArrowRight}');
  expect(title()).toBe('Image 1 of 3');
  await userEvent.keyboard('0');
  expect(isZoomed()).toBe(false);
  await userEvent.keyboard('{ArrowRight}');
  expect(title()).toBe('Image 2 of 3');
});

it('zooms only the shown image, and fits it again when the next one is shown', async () => {
  await show();
  await userEvent.dblClick(image('one.png'));
  expect(isZoomed()).toBe(true);
  expect(image('one.png').className).toContain('cursor-zoom-out');
  expect(image('two.png').className).toContain('cursor-zoom-in');
  await userEvent.click(button('Next image'));
  expect(isZoomed()).toBe(false);
  await userEvent.dblClick(image('two.png'));
  await userEvent.dblClick(image('two.png'));
  expect(isZoomed()).toBe(false);
});

it('shows a single image without a way to others', async () => {
  await show(0, [imageOf('only')]);
  expect(title()).toBe('Image');
  expect(screen.queryByRole('button', { name: 'Next image' })).toBeNull();
});

it('calls the caller once it has closed', async () => {
  const onClose = await show();
  await userEvent.click(button('Close'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog')).toBeNull();
});
