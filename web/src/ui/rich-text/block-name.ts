import { t } from '#contract/i18n/translate.ts';
import type { TextBlock } from '#contract/values/text/text-blocks.ts';
import { hostName, parseVideoReference } from '#contract/values/text/videos.ts';
import type { NewBlock } from './added-blocks.ts';

interface BlockName {
  /** Such as "Link"; empty if the label says it. */
  kind: string;
  label: string;
}

/** A video of another site has its id there as a label, so that two of them differ. */
function videoName(reference: string): BlockName {
  const video = parseVideoReference(reference);
  return video && 'host' in video
    ? { kind: t('Video from {site}', { site: hostName(video.host) }), label: video.id }
    : { kind: '', label: t('Uploaded video') };
}

const kindLabels: Record<TextBlock['kind'], () => string> = {
  video: () => t('Video'),
  file: () => t('File'),
  post: () => t('Community post'),
  link: () => t('Link'),
};

/** What stands for a block where its content isn't loaded: while its text is written, and in earlier versions of it. */
export function toBlockName({ kind, reference, label }: NewBlock): BlockName {
  if (kind === 'video') return videoName(reference);
  return { kind: kindLabels[kind](), label: label || reference };
}
