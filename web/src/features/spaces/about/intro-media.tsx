import { Play } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { toVideo, type Video } from './editor/video-address.ts';

type IntroSpace = Pick<Space, 'name' | 'intro_media_type' | 'intro_media_url'>;

/** The image or video that introduces a space. Another site's player loads only on request. */
export function IntroMedia({ space }: { space: IntroSpace }) {
  const { intro_media_type: type, intro_media_url: url } = space;
  const [broken, setBroken] = useState<string>();
  if (type === 'none' || !url) return null;
  if (type === 'image') {
    if (broken === url) return null;
    return (
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        className="max-h-[32rem] w-full rounded-lg bg-sunken object-contain"
        onError={() => setBroken(url)}
      />
    );
  }
  const video = toVideo(url);
  return (
    video && (
      <VideoFrame key={video.src} video={video} title={t('Introduction to {space}', { space: space.name })} />
    )
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
