import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { Account } from '#contract/users.ts';
import { maxFileBytes } from '#contract/values/limits.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { accepted, uploadImage, useSingleUpload } from '#web/features/uploads/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useUpdateAvatar } from './use-update-avatar.ts';

interface PhotoDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Changes or removes the viewer's photo. A chosen image is saved right away. */
export function PhotoDialog({ open, onClose }: PhotoDialogProps) {
  const viewer = useViewer();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Profile photo')}
      description={t('Shown beside your name in all your spaces.')}
      size="sm"
    >
      {viewer && <PhotoForm viewer={viewer} onSaved={onClose} />}
    </Dialog>
  );
}

function PhotoForm({ viewer, onSaved }: { viewer: Account; onSaved: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const update = useUpdateAvatar();
  const hasPhoto = viewer.avatar_url !== null;
  const { take, progress, problem } = useSingleUpload({
    accept: accepted.images,
    maxSize: maxFileBytes.image,
    upload: async (file, transfer) => {
      const { id } = await uploadImage(file, { purpose: 'avatar', ...transfer });
      await update.mutateAsync(id);
    },
    onUploaded: () => {
      toast({ title: t('Profile photo updated') });
      onSaved();
    },
    failed: t("Couldn't save your photo."),
  });
  const remove = () =>
    update.mutate(null, {
      onSuccess: () => {
        toast({ title: t('Profile photo removed') });
        onSaved();
      },
    });
  const error =
    problem ||
    (progress === null && update.isError && toMessage(update.error, t("Couldn't save your photo.")));
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar id={viewer.id} name={viewer.full_name} src={viewer.avatar_url} size="xxl" loading="eager" />
      <div className="flex min-w-0 flex-1 basis-40 flex-col items-start gap-2">
        <Button
          variant="primary"
          icon={<ImageUp size={18} aria-hidden="true" />}
          loading={progress !== null}
          onClick={() => input.current?.click()}
        >
          {hasPhoto ? t('Change photo') : t('Upload a photo')}
        </Button>
        {hasPhoto && (
          <Button
            variant="quiet"
            icon={<Trash2 size={18} aria-hidden="true" />}
            loading={update.isPending && progress === null}
            onClick={remove}
          >
            {t('Remove photo')}
          </Button>
        )}
        <p className="text-sm text-soft">{t("JPG, PNG, WebP or GIF. It's cropped to a square.")}</p>
      </div>
      <div role="alert" className="basis-full text-sm text-danger-text empty:hidden">
        {error}
      </div>
      <FileInput
        ref={input}
        label={t('Profile photo')}
        accept={accepted.images}
        onFiles={(files) => void take(files)}
      />
    </div>
  );
}
