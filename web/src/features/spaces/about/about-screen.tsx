import { useHydrated, useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { preloadEditor } from '#web/lib/loading/lazy-editor.tsx';
import { Button } from '#web/ui/button.tsx';
import type { AboutField } from './editor/about-field.ts';
import { SpaceAbout } from './space-about.tsx';
import { useCountVisit } from './use-count-visit.ts';

const editor = lazyComponent(async () => (await import('./editor/about-editor.tsx')).AboutEditor);
const preload = () => {
  preloadEditor();
  void editor.preload();
};

interface AboutScreenProps {
  space: Space;
  /** The join button. */
  joinAction: ReactNode;
  /** The leave button. */
  leaveAction: ReactNode;
  invitedBy: ReactNode;
  /** The field to edit, from the address. */
  edit?: AboutField | undefined;
}

/** The about page; moderators can edit it in place. */
export function AboutScreen({ space, joinAction, leaveAction, invitedBy, edit }: AboutScreenProps) {
  const viewer = useViewer();
  const [editing, setEditing] = useState(false);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  useCountVisit(space);
  const mayEdit = space.permissions.canEditSpace;
  useEffect(() => {
    if (edit && mayEdit) setEditing(true);
  }, [edit, mayEdit]);
  const close = () => {
    setEditing(false);
    if (edit) {
      const { subdomain } = space;
      void navigate({ to: '/$subdomain/about', params: { subdomain }, replace: true, resetScroll: false });
    }
  };
  const page = (
    <SpaceAbout
      space={space}
      invitedBy={invitedBy}
      action={
        <>
          {mayEdit && (
            <Button
              variant="primary"
              block
              icon={<Pencil size={18} aria-hidden="true" />}
              disabled={!hydrated}
              onPointerEnter={preload}
              onFocus={preload}
              onClick={() => setEditing(true)}
            >
              {t('Edit page')}
            </Button>
          )}
          {joinAction}
        </>
      }
      leave={leaveAction}
    />
  );
  // Someone who may no longer edit sees the page; their input stays in the draft.
  if (!editing || !mayEdit || !viewer) return page;
  return (
    <editor.Component
      space={space}
      viewerId={viewer.id}
      field={edit}
      onClose={close}
      fallback={page}
      onLoadFailure={close}
    />
  );
}
