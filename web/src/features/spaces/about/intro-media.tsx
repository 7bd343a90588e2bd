import { Play } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { preloadImageViewer, useImageViewer } from '#web/features/uploads/index.ts';
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
        onPointerEnter={preloadImageViewer}
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
  const [playing, setPlaying] = useState(false);
  const frame = 'aspect-video w-full overflow-hidden rounded-lg bg-accent-soft';
  if (video.kind === 'file') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no caption track.
      <video className={frame} src={video.src} controls preload="metadata" playsInline aria-label={title} />
    );
  }
  if (!playing) {
    return (
      <button
        type="button"
        className={`${frame} grid cursor-pointer place-content-center justify-items-center gap-3 text-accent-text hover:bg-hover`}
        onClick={() => setPlaying(true)}
      >
        <span className="grid size-16 place-items-center rounded-full bg-accent text-on-accent">
          <Play size={28} fill="currentColor" aria-hidden="true" />
        </span>
        <span className="text-sm font-medium">
          {t('Play the introduction from {site}', { site: video.from })}
        </span>
      </button>
    );
  }
  return (
    <iframe
      className={frame}
      src={video.src}
      title={title}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
    />
  );
}
