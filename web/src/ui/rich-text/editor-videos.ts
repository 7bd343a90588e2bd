import { mergeAttributes, Node } from '@tiptap/react';
import { t } from '#contract/i18n/translate.ts';
import { hostName, parseVideoReference } from '#contract/values/videos.ts';

/** What the editor shows in place of a video, which doesn't play while its text is written. */
export function videoLabel(reference: string): string {
  const video = parseVideoReference(reference);
  return video && 'host' in video
    ? t('Video from {site}', { site: hostName(video.host) })
    : t('Uploaded video');
}

/** A video between paragraphs: `<figure data-video="youtube:abc">`. */
export const VideoNode = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    reference: {
      default: '',
      parseHTML: (element: HTMLElement) => element.getAttribute('data-video'),
      renderHTML: ({ reference }: Record<string, unknown>) => ({ 'data-video': reference }),
    },
  }),
  parseHTML: () => [
    {
      tag: 'figure[data-video]',
      getAttrs: (element) => (parseVideoReference(element.getAttribute('data-video') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['figure', mergeAttributes(HTMLAttributes)],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('figure');
      dom.dataset.video = String(node.attrs.reference);
      dom.className = 'video-block';
      const label = document.createElement('span');
      label.className = 'video-block-label';
      label.textContent = videoLabel(String(node.attrs.reference));
      dom.append(label);
      return { dom };
    };
  },
});
