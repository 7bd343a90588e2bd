import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { parseVideoReference, type VideoSource } from '#contract/values/videos.ts';
import { RichTextView, type RichTextViewProps } from '#web/ui/rich-text/rich-text-view.tsx';
import { HostedVideo } from './hosted-video.tsx';

interface FoundVideo {
  /** Where the text has it. */
  element: Element;
  reference: string;
  video: VideoSource;
}

interface TextWithVideosProps extends RichTextViewProps {
  /** Renders an uploaded video. */
  renderUpload: (uploadId: string) => ReactNode;
}

/** On the server, there are no elements to look for. */
const useBrowserLayoutEffect = typeof window === 'undefined' ? () => {} : useLayoutEffect;

/** Rich text with players in place of its videos, which the text only names. */
export function TextWithVideos({ renderUpload, ...text }: TextWithVideosProps) {
  const box = useRef<HTMLDivElement>(null);
  const [videos, setVideos] = useState<FoundVideo[]>([]);
  useBrowserLayoutEffect(() => {
    const elements = box.current?.querySelectorAll<HTMLElement>('figure[data-video]') ?? [];
    setVideos(
      [...elements].flatMap((element) => {
        const reference = element.dataset.video ?? '';
        const video = parseVideoReference(reference);
        return video ? [{ element, reference, video }] : [];
      }),
    );
  }, [text.html]);
  return (
    <div ref={box}>
      <RichTextView {...text} />
      {videos.map(({ element, reference, video }, index) =>
        createPortal(
          'host' in video ? <HostedVideo video={video} /> : renderUpload(video.upload_id),
          element,
          `${index}:${reference}`,
        ),
      )}
    </div>
  );
}
