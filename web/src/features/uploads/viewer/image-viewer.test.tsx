import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImageFile } from '#contract/features/uploads/uploads.ts';
import ImageViewer, { type ImageViewerProps } from './image-viewer.tsx';

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
  panned.mockReset();
  Element.prototype.scrollBy = panned;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
    if (typeof options !== 'object' || this.tagName !== 'UL') return;
    scrolled(options);
    this.scrollLeft = options.left ?? 0;
    act(() => void fireEvent.scroll(this));
  } as Element['scrollTo'];
});
const panned = vi.fn();
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function show(start = 0, shown: readonly ImageFile[] = images, more: Partial<ImageViewerProps> = {}) {
  const onClose = vi.fn();
  render(<ImageViewer images={shown} start={start} onClose={onClose} {...more} />);
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
  expect(screen.getByText('2 of 3')).toBeTruthy();
});

it('turns with the buttons, up to the first and the last image', async () => {
  await show();
  expect(button('Previous image').getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button('Next image'));
  expect(title()).toBe('Image 2 of 3');
  await userEvent.click(button('Next image'));
  expect(title()).toBe('Image 3 of 3');
  expect(button('Next image').getAttribute('aria-disabled')).toBe('true');
  // A disabled button would lose the focus, and with it the keys.
  expect(document.activeElement).toBe(button('Next image'));
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
  expect(panned.mock.calls).toEqual([[{ left: 80, top: 0 }]]);
  expect(title()).toBe('Image 1 of 3');
  await userEvent.keyboard('0');
  expect(isZoomed()).toBe(false);
  await userEvent.keyboard('{ArrowRight}');
  expect(title()).toBe('Image 2 of 3');
});

it('zooms only the shown image, and fits it again when the next one is shown', async () => {
  await show();
  await userEvent.click(image('one.png'));
  expect(isZoomed()).toBe(true);
  expect(image('one.png').dataset.scale).toBe('2.5');
  expect(image('two.png').dataset.scale).toBe('1');
  await userEvent.click(button('Next image'));
  expect(isZoomed()).toBe(false);
  await userEvent.click(image('two.png'));
  expect(isZoomed()).toBe(true);
  await userEvent.click(image('two.png'));
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

it('announces the image that is turned to, but not the first, which the dialog is named after', async () => {
  await show();
  const status = () => screen.getByRole('status').textContent;
  expect(status()).toBe('');
  await userEvent.click(button('Next image'));
  expect(status()).toBe('Image 2 of 3: two.png');
});

it('shows who shared the images, and when', async () => {
  await show(0, images, { credit: { name: 'Inês Carvalho', at: '2020-03-04T10:00:00.000Z' } });
  expect(screen.getByText('Inês Carvalho')).toBeTruthy();
  expect(screen.getByText('Mar 4, 2020').tagName).toBe('TIME');
});

it('loads the shown image and its neighbors right away, and the others later', async () => {
  const many = ['1', '2', '3', '4', '5'].map(imageOf);
  await show(0, many);
  const loading = () => many.map(({ id }) => image(`${id}.png`).getAttribute('loading'));
  expect(loading()).toEqual(['eager', 'eager', 'lazy', 'lazy', 'lazy']);
  row().focus();
  await userEvent.keyboard('{End}');
  expect(loading()).toEqual(['lazy', 'lazy', 'lazy', 'eager', 'eager']);
});

it('offers the shown image for download, and copies its address', async () => {
  const copied = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  await show(1);
  const download = screen.getByRole<HTMLAnchorElement>('link', { name: 'Download' });
  expect(download.getAttribute('href')).toBe('/files/two/original');
  expect(download.hasAttribute('download')).toBe(true);
  fireEvent.click(button('Copy link'));
  await waitFor(() =>
    expect(copied).toHaveBeenCalledExactlyOnceWith(`${location.origin}/files/two/original`),
  );
  vi.unstubAllGlobals();
});

it('closes with Escape and with a press beside the image, unless that only ends a zoom', async () => {
  const closed = await show();
  const frame = image('one.png').closest('li') as HTMLElement;
  await userEvent.click(image('one.png'));
  await userEvent.click(frame);
  expect(isZoomed()).toBe(true);
  await userEvent.click(image('one.png'));
  await userEvent.click(frame);
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  cleanup();
  const closedByKey = await show();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(closedByKey).toHaveBeenCalledOnce());
});

it('says when an image could not be loaded, and loads it again on request', async () => {
  await show();
  fireEvent.error(image('one.png'));
  expect(screen.getByRole('alert').textContent).toContain("Couldn't load this.");
  await userEvent.click(button('Try again'));
  expect(image('one.png')).toBeTruthy();
});
