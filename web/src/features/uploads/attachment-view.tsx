import type { Attachment } from '#contract/features/uploads/uploads.ts';
import { cx } from '#web/ui/cx.ts';
import { FileList } from './file-list.tsx';
import { ImageGrid } from './image-grid.tsx';

/** The attachment of a comment: a small image, video or document. */
export function AttachmentView({ attachment, className }: { attachment: Attachment; className?: string }) {
  return (
    <div className={cx('mt-2', attachment.kind === 'image' ? 'max-w-80' : 'max-w-md', className)}>
      {attachment.kind === 'image' ? <ImageGrid images={[attachment]} /> : <FileList files={[attachment]} />}
    </div>
  );
}
