import type { ReactNode } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { stopEditing, useIsEditing } from './edit-post-state.ts';

const form = lazyComponent(async () => (await import('./post-edit-form.tsx')).default);

interface EditablePostProps {
  space: Space;
  postId: string;
  /** The post in read mode. */
  children: ReactNode;
}

/**
 * Shows the post, or the edit form while it is being edited. The form stays open if the post is deleted in the
 * meantime, so that no text is lost.
 */
export function EditablePost({ space, postId, children }: EditablePostProps) {
  const viewer = useViewer();
  const isEditing = useIsEditing(postId);
  if (!isEditing || !viewer) return children;
  return (
    <form.Component
      space={space}
      postId={postId}
      userId={viewer.id}
      fallback={children}
      onLoadFailure={() => stopEditing(postId)}
    />
  );
}
