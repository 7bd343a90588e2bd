import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxGroupName } from '#contract/values/limits.ts';
import { acceptedImages, uploadImage } from '#web/features/uploads/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { ConversationAvatar } from '../conversations/conversation-avatar.tsx';
import { useGroupWrite } from './use-group-write.ts';

/** The icon and the name of a group, for admins to change. */
export function GroupForm({ conversation }: { conversation: Conversation }) {
  const { id: conversation_id, name, icon, can } = conversation;
  const picker = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isUploading, setUploading] = useState(false);
  const update = useGroupWrite<{ name?: string; icon_upload_id?: string | null }>(
    (call, changes) => call('update_group', { conversation_id, ...changes }),
    t("Couldn't change the group"),
  );
  const chooseIcon = async ([file]: readonly File[]) => {
    if (!file) return;
    setUploading(true);
    try {
      const { id } = await uploadImage(file, { purpose: 'chat_icon' });
      update.mutate({ icon_upload_id: id });
    } catch (error) {
      toast({
        title: t("Couldn't upload the image."),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      });
    } finally {
      setUploading(false);
    }
  };
  const text = typed ?? name ?? '';
  const isChanged = typed !== null && typed.trim() !== '' && typed.trim() !== name;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) update.mutate({ name: text.trim() }, { onSuccess: () => setTyped(null) });
      }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <ConversationAvatar conversation={conversation} size="xl" />
        {can.edit && (
          <div className="flex flex-wrap gap-2">
            <FileInput
              ref={picker}
              label={t('Choose an image')}
              accept={acceptedImages}
              onFiles={(files) => void chooseIcon(files)}
            />
            <Button
              size="sm"
              icon={<Camera size={16} aria-hidden="true" />}
              loading={isUploading}
              onClick={() => picker.current?.click()}
            >
              {t('Change icon')}
            </Button>
            {icon && (
              <Button size="sm" variant="quiet" onClick={() => update.mutate({ icon_upload_id: null })}>
                {t('Remove icon')}
              </Button>
            )}
          </div>
        )}
      </div>
      {can.edit ? (
        <>
          <TextField
            label={t('Group name')}
            value={text}
            maxLength={maxGroupName}
            onChange={(event) => setTyped(event.target.value)}
          />
          {isChanged && (
            <Button type="submit" variant="primary" loading={update.isPending}>
              {t('Save')}
            </Button>
          )}
        </>
      ) : (
        <p className="text-lg font-semibold [overflow-wrap:anywhere]">{name}</p>
      )}
    </form>
  );
}
