import { Node } from '@tiptap/react';
import { t } from '#contract/i18n/translate.ts';

/** A part that readers open and close, such as a transcript: `<details><summary>Transcript</summary><p>…</p></details>`. */
export const DetailsNode = Node.create({
  name: 'details',
  group: 'block',
  content: 'paragraph+',
  defining: true,
  addAttributes: () => ({
    summary: {
      default: '',
      rendered: false,
      parseHTML: (element: HTMLElement) => element.querySelector('summary')?.textContent ?? '',
    },
  }),
  parseHTML: () => [{ tag: 'details' }, { tag: 'summary', ignore: true }],
  renderHTML: ({ node }) => ['details', ['summary', String(node.attrs.summary) || t('Details')], ['div', 0]],
  addNodeView() {
    // Always open, and without the browser's own behavior, while it is written.
    return ({ node }) => {
      const dom = document.createElement('section');
      dom.className = 'details-block';
      const summary = document.createElement('p');
      summary.className = 'details-summary';
      summary.contentEditable = 'false';
      summary.textContent = String(node.attrs.summary) || t('Details');
      const contentDOM = document.createElement('div');
      dom.append(summary, contentDOM);
      return { dom, contentDOM };
    };
  },
});
