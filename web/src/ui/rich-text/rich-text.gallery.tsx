import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../progress.tsx';
import { RichTextView } from './rich-text-view.tsx';

export const title = 'RichText viewer and editor';

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'));

const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="300"><path fill="#c7b299" d="M0 0h800v300H0z"/><path fill="#6b705c" d="M0 300 250 90l170 130 110-80 270 160z"/></svg>',
)}`;

const HTML = `<h2>Stand development, twice</h2><p>I put two rolls of <strong>HP5</strong> into one tank with
<em>Rodinal 1:100</em> and left them alone for an hour. See <a href="#rich-text">my notes</a> for times.</p>
<ul><li><p>Agitate in the first minute</p></li><li><p>Then never again</p><ul><li><p>not even once</p></li></ul></li></ul>
<h3>What I learned</h3><blockquote><p>Patience is a developer.</p></blockquote><ol><li><p>Keep <code>20 °C</code></p></li>
<li><p>Use <s>tap</s> distilled water</p></li></ol><hr><p><img src="${PICTURE}" alt="A range of hills"></p>`;

function Editor({ kind }: { kind: 'short' | 'full' }) {
  const [html, setHtml] = useState(kind === 'full' ? HTML : '');
  return (
    <Suspense fallback={<Skeleton shape="block" />}>
      <RichTextEditor
        aria-label={kind === 'full' ? 'Post' : 'Comment'}
        value={html}
        onChange={setHtml}
        toolbar={kind}
        placeholder="Write something…"
        maxLength={kind === 'full' ? 400 : 60}
        media={{ pickImage: async (file) => ({ src: PICTURE, alt: file.name }) }}
      />
    </Suspense>
  );
}

export const states = {
  Viewer: () => <RichTextView html={HTML} />,
  'Viewer, compact': () => (
    <RichTextView size="compact" html="<p>Short and sweet.</p><p>As comments are.</p>" />
  ),
  Editor: () => <Editor kind="full" />,
  'Editor, short': () => <Editor kind="short" />,
  'Editor, invalid': () => (
    <div data-invalid="">
      <Editor kind="short" />
    </div>
  ),
};
