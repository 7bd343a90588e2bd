import type { ImageFile, StoredFile } from '#contract/features/uploads/uploads.ts';
import { AttachmentStrip } from './attachment-strip.tsx';
import { AttachmentView } from './attachment-view.tsx';
import { FileList } from './file-list.tsx';
import { ImageGrid } from './image-grid.tsx';
import type { Attachment } from './use-attachments.ts';

export const title = 'Attachments: files, images, uploads in progress';

const drawing = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="${color}"/><circle cx="300" cy="220" r="110" fill="white" fill-opacity="0.5"/></svg>`)}`;
const image = (n: number, color: string): ImageFile => ({
  id: `image-${n}`,
  kind: 'image',
  file_name: `image-${n}.png`,
  width: 600,
  height: 400,
  color,
  url: drawing(color),
  sizes: [{ width: 600, url: drawing(color) }],
});
const file = (file_name: string, byte_size: number): StoredFile => ({
  id: file_name,
  kind: 'document',
  file_name,
  mime_type: 'application/pdf',
  byte_size,
  url: '#',
});
const images = ['#7c9a92', '#b08968', '#6d597a', '#355070', '#b56576', '#457b9d'].map((color, n) =>
  image(n, color),
);
const longName =
  'The minutes of a very long meeting about names of documents, third revision (final, really) 2026.pdf';
const item = (fields: Partial<Attachment> & { key: string }): Attachment => ({
  name: fields.key,
  kind: 'document',
  preview: null,
  progress: 1,
  error: null,
  stored: null,
  ...fields,
});
const noop = () => undefined;

export const states = {
  Documents: () => <FileList files={[file('Rye.pdf', 1_100), file(longName, 18_400_000)]} />,
  'Of a comment': () => (
    <>
      <AttachmentView attachment={file(longName, 92)} />
      <AttachmentView attachment={image(9, '#7c9a92')} />
    </>
  ),
  'One image': () => <ImageGrid images={images.slice(0, 1)} />,
  'Three images': () => <ImageGrid images={images.slice(0, 3)} />,
  'More than fit': () => <ImageGrid images={images} />,
  'Being sent': () => (
    <AttachmentStrip
      items={[
        item({ key: 'sunrise.png', kind: 'image', preview: drawing('#b08968'), progress: 0.4 }),
        item({ key: 'clip.mp4', kind: 'video', progress: 0.7 }),
        item({ key: 'lost.pdf', error: 'The connection was lost.' }),
        item({ key: longName, stored: file(longName, 811_000) }),
      ]}
      rejected={['setup.exe is not a kind of file that can be sent.']}
      onRemove={noop}
      onRetry={noop}
      onMove={noop}
    />
  ),
};
