import type { Attachment } from '#contract/features/uploads/uploads.ts';
import { cx } from '#web/ui/cx.ts';
import { FileList } from './file-list.tsx';
import { ImageGrid } from './image-grid.tsx';
import type { ImageCredit } from './viewer/viewer-image.ts';

interface AttachmentViewProps {
  attachment: Attachment;
  /** Who attached it, and when; the viewer of images shows it. */
  credit?: ImageCredit;
  className?: string;
}

/** The attachment of a comment: a small image, video or document. */
export function AttachmentView({ attachment, credit, className }: AttachmentViewProps) {
  return (
    <div className={cx('mt-2', attachment.kind === 'image' ? 'max-w-80' : 'max-w-md', className)}>
      {attachment.kind === 'image' ? (
        <ImageGrid images={[attachment]} credit={credit} />
      ) : (
        <FileList files={[attachment]} />
      )}
    </div>
  );
}
