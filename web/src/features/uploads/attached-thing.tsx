import type { Attachment } from '#contract/uploads.ts';
import { cx } from '#web/ui/cx.ts';
import { FileList } from './file-list.tsx';
import { PictureGrid } from './picture-grid.tsx';

/** The one thing that a comment carries: a picture, a video or a document, small. */
export function AttachedThing({ attachment, className }: { attachment: Attachment; className?: string }) {
  return (
    <div className={cx('mt-2', attachment.kind === 'image' ? 'max-w-80' : 'max-w-md', className)}>
      {attachment.kind === 'image' ? (
        <PictureGrid pictures={[attachment]} />
      ) : (
        <FileList files={[attachment]} />
      )}
    </div>
  );
}
