import { prefersReducedMotion } from '#web/ui/theme/reduced-motion.ts';

const timing: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.22, 0.8, 0.3, 1)' };
const shown: Keyframe = { transform: 'none', clipPath: 'inset(0)', opacity: 1 };

/**
 * Returns how the image looks where its thumbnail is, cropped in the same way. If the thumbnail is gone or out of
 * sight, the image fades instead.
 */
export function toThumbnailKeyframe(image: HTMLElement, thumbnail: HTMLElement | null): Keyframe {
  const from = image.getBoundingClientRect();
  const to = thumbnail?.getBoundingClientRect();
  const isInSight = to && to.width > 0 && to.bottom > 0 && to.top < window.innerHeight;
  if (!thumbnail || !isInSight || from.width === 0 || from.height === 0) return { ...shown, opacity: 0 };
  const scale = Math.max(to.width / from.width, to.height / from.height);
  const x = to.left + to.width / 2 - (from.left + from.width / 2);
  const y = to.top + to.height / 2 - (from.top + from.height / 2);
  const [cropX, cropY] = [(from.width - to.width / scale) / 2, (from.height - to.height / scale) / 2];
  return {
    transform: `translate(${x}px, ${y}px) scale(${scale})`,
    clipPath: `inset(${cropY}px ${cropX}px)`,
    opacity: 1,
  };
}

/** Lets the image grow out of its thumbnail. Does nothing under reduced motion. */
export function zoomFromThumbnail(image: HTMLElement | null, thumbnail: HTMLElement | null): void {
  if (!image?.animate || prefersReducedMotion()) return;
  image.animate([toThumbnailKeyframe(image, thumbnail), shown], timing);
}

/** Lets the image shrink into its thumbnail, where it stays until it is removed. Hides it under reduced motion. */
export function zoomToThumbnail(image: HTMLElement | null, thumbnail: HTMLElement | null): void {
  if (!image?.animate || prefersReducedMotion()) return;
  image.animate([shown, toThumbnailKeyframe(image, thumbnail)], { ...timing, fill: 'forwards' });
}
