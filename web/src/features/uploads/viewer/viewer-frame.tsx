import '#web/styles/lazy/viewer.css';
import { type CSSProperties, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { ResponsiveImage } from '../responsive-image.tsx';
import type { CloseLook } from './use-pinch.ts';
import type { ViewerImage } from './viewer-image.ts';

interface ViewerFrameProps {
  image: ViewerImage;
  /** Address of a smaller version that has loaded already, shown until the image has loaded. */
  placeholder: string | undefined;
  /** Whether the image is loaded right away. */
  isNear: boolean;
  /** Size of a zoomed image, as a multiple of its size when it fits the window; null if it isn't zoomed. */
  scale: number | null;
  /** Called with the point that was pressed, as shares of the image's width and height. */
  onZoom: (point: Pick<CloseLook, 'x' | 'y'>) => void;
  /** Called if someone presses beside the image. */
  onDismiss: () => void;
}

/** Pixels by which the pointer may move in a click. */
const clickRange = 4;

/** Moves a zoomed image with the mouse. `wasDragged` tells a click from the end of a movement. */
function useDragPan(isZoomed: boolean) {
  const drag = useRef({ isActive: false, distance: 0 });
  return {
    wasDragged: () => drag.current.distance > clickRange,
    onPointerDown: (event: PointerEvent) => {
      drag.current = {
        isActive: isZoomed && event.pointerType === 'mouse' && event.button === 0,
        distance: 0,
      };
    },
    onPointerMove: ({ currentTarget, movementX, movementY, buttons }: PointerEvent) => {
      if (!drag.current.isActive || buttons === 0) return;
      drag.current.distance += Math.hypot(movementX, movementY);
      currentTarget.scrollBy({ left: -movementX, top: -movementY, behavior: 'instant' });
    },
    onPointerUp: () => {
      drag.current.isActive = false;
    },
  };
}

/** One image, in a frame as large as the window. A zoomed one can be panned. */
export function ViewerFrame({ image, placeholder, isNear, scale, onZoom, onDismiss }: ViewerFrameProps) {
  const isZoomed = scale !== null;
  const [hasFailed, setFailed] = useState(false);
  const { wasDragged, ...panning } = useDragPan(isZoomed);
  const zoom = ({ clientX, clientY, target }: MouseEvent) => {
    if (!(target instanceof HTMLImageElement) || wasDragged()) return;
    const box = target.getBoundingClientRect();
    onZoom({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height });
  };
  const isTouch = (event: MouseEvent) =>
    (event.nativeEvent as { pointerType?: string }).pointerType === 'touch';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the viewer handles the keys.
    <li
      className="viewer-frame"
      onClick={(event) => {
        if (event.target === event.currentTarget) {
          if (!isZoomed) onDismiss();
        } else if (!isTouch(event)) zoom(event);
      }}
      // A tap is often the start of a swipe; two of them zoom.
      onDoubleClick={(event) => isTouch(event) && zoom(event)}
      {...panning}
    >
      {hasFailed ? (
        <div role="alert" className="flex flex-col items-center gap-3">
          {t("Couldn't load this.")}
          <Button onClick={() => setFailed(false)}>{t('Try again')}</Button>
        </div>
      ) : (
        <ResponsiveImage
          image={image}
          placeholder={placeholder}
          sizes={isZoomed ? '150rem' : '100vw'}
          alt={image.file_name}
          loading={isNear ? 'eager' : 'lazy'}
          className="viewer-image"
          data-scale={scale ?? 1}
          onError={() => setFailed(true)}
          style={
            {
              '--natural': `${image.width}px`,
              '--ratio': image.width / Math.max(1, image.height),
              '--scale': scale ?? 1,
            } as CSSProperties
          }
        />
      )}
    </li>
  );
}
