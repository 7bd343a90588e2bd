import { lazy, type ReactNode, Suspense } from 'react';
import type { Space } from '#contract/spaces.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { useIsEditing } from './edit-post-state.ts';

const PostEditForm = lazy(() => import('./post-edit-form.tsx'));

interface EditablePostProps {
  space: Space;
  postId: string;
  /** The post as it is read. */
  children: ReactNode;
}

/** A post, or the form in its place while it is edited: also when it is deleted meanwhile, so that no text is lost. */
export function EditablePost({ space, postId, children }: EditablePostProps) {
  const viewer = useViewer();
  const isEditing = useIsEditing(postId);
  if (!isEditing || !viewer) return children;
  return (
    <Suspense fallback={children}>
      <PostEditForm space={space} postId={postId} userId={viewer.id} />
    </Suspense>
  );
}
