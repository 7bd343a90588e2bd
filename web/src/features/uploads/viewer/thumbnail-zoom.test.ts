import { afterEach, expect, it, vi } from 'vitest';
import { toThumbnailKeyframe, zoomFromThumbnail, zoomToThumbnail } from './thumbnail-zoom.ts';

afterEach(() => vi.unstubAllGlobals());

function boxAt(left: number, top: number, width: number, height: number) {
  const image = document.createElement('img');
  image.getBoundingClientRect = () => new DOMRect(left, top, width, height);
  image.animate = vi.fn<typeof image.animate>();
  return image;
}
const fades = { transform: 'none', clipPath: 'inset(0)', opacity: 0 };

it('places the image where its thumbnail is, cropped to the same part', () => {
  // The middle of the thumbnail is 250 left of and 150 above that of the image, which is cropped to a square.
  expect(toThumbnailKeyframe(boxAt(100, 100, 800, 400), boxAt(200, 100, 100, 100))).toEqual({
    transform: 'translate(-250px, -150px) scale(0.25)',
    clipPath: 'inset(0px 200px)',
    opacity: 1,
  });
});

it.each([
  ['is gone', null],
  ['has no size', boxAt(0, 0, 0, 0)],
  ['is above the window', boxAt(0, -300, 100, 100)],
  ['is below the window', boxAt(0, 5000, 100, 100)],
])('fades if the thumbnail %s', (_, thumbnail) => {
  expect(toThumbnailKeyframe(boxAt(100, 100, 800, 400), thumbnail)).toEqual(fades);
});

it('takes 200 ms, and nothing under reduced motion', () => {
  const [image, thumbnail] = [boxAt(100, 100, 800, 400), boxAt(200, 100, 100, 100)];
  zoomFromThumbnail(image, thumbnail);
  zoomToThumbnail(image, thumbnail);
  expect(vi.mocked(image.animate).mock.calls.map(([, timing]) => timing)).toEqual([
    expect.objectContaining({ duration: 200 }),
    expect.objectContaining({ duration: 200, fill: 'forwards' }),
  ]);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  zoomFromThumbnail(image, thumbnail);
  zoomToThumbnail(image, thumbnail);
  expect(image.animate).toHaveBeenCalledTimes(2);
});
