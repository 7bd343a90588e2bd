import type { ReactNode } from 'react';
import { parseVideoReference } from '#contract/values/text/videos.ts';
import { HostedVideo } from './hosted-video.tsx';

interface VideoBlockProps {
  /** How the text refers to the video. */
  reference: string;
  /** Renders an uploaded video. */
  renderUpload: (uploadId: string) => ReactNode;
}

/** A video in a text. */
export function VideoBlock({ reference, renderUpload }: VideoBlockProps) {
  const video = parseVideoReference(reference);
  if (!video) return null;
  return 'host' in video ? <HostedVideo video={video} /> : renderUpload(video.upload_id);
}
