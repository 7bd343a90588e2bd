import { useRef, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useImageViewer } from '#web/features/uploads/index.ts';
import { HostedPlayer } from '#web/ui/hosted-player.tsx';
import { toVideo, type Video } from './editor/video-address.ts';

type IntroSpace = Pick<Space, 'name' | 'intro_media_type' | 'intro_media_url'>;

/** The image or video that introduces a space. Another site's player loads only on request. */
export function IntroMedia({ space }: { space: IntroSpace }) {
  const { intro_media_type: type, intro_media_url: url } = space;
  if (type === 'none' || !url) return null;
  const title = t('Introduction to {space}', { space: space.name });
  if (type === 'image') return <IntroImage key={url} url={url} name={title} />;
  const video = toVideo(url);
  return video && <VideoFrame key={video.src} video={video} title={title} />;
}

/** An image that opens the viewer, in a frame of its own size: its size isn't known. Nothing if it can't be loaded. */
function IntroImage({ url, name }: { url: string; name: string }) {
  const [isBroken, setBroken] = useState(false);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const image = useRef<HTMLImageElement>(null);
  const viewer = useImageViewer({
    // The space knows only the address of the image.
    images: [{ id: url, url, file_name: name, color: '#000000', sizes: [], ...size }],
    toThumbnail: () => image.current,
  });
  if (isBroken) return null;
  const open = () => {
    if (!image.current?.naturalWidth) return;
    setSize({ width: image.current.naturalWidth, height: image.current.naturalHeight });
    viewer.show(0);
  };
  return (
    <>
      <button
        type="button"
        className="image-button relative aspect-video w-full overflow-hidden rounded-lg bg-sunken"
        aria-haspopup="dialog"
        aria-label={t('Open image: {name}', { name })}
        onPointerEnter={viewer.preload}
        onClick={open}
      >
        <img
          ref={image}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-contain"
          onError={() => setBroken(true)}
        />
      </button>
      {viewer.element}
    </>
  );
}

function VideoFrame({ video, title }: { video: Video; title: string }) {
  if (video.kind === 'file') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no caption track.
      <video
        className="aspect-video w-full overflow-hidden rounded-lg bg-accent-soft"
        src={video.src}
        controls
        preload="metadata"
        playsInline
        aria-label={title}
      />
    );
  }
  const label = t('Play the introduction from {site}', { site: video.from });
  return <HostedPlayer src={video.src} title={title} label={label} />;
}
