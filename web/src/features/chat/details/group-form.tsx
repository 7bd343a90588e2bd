import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxGroupName } from '#contract/values/limits.ts';
import { accepted, uploadImage } from '#web/features/uploads/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { ConversationAvatar } from '../conversations/conversation-avatar.tsx';
import { useGroupWrite } from './use-group-write.ts';

interface GroupChanges {
  name?: string;
  icon_upload_id?: string | null;
}

/** Buttons that change the icon of a group. */
function IconButtons({
  hasIcon,
  onChange,
}: {
  hasIcon: boolean;
  onChange: (uploadId: string | null) => void;
}) {
  const picker = useRef<HTMLInputElement>(null);
  const [isUploading, setUploading] = useState(false);
  const choose = async ([file]: readonly File[]) => {
    if (!file) return;
    setUploading(true);
    try {
      onChange((await uploadImage(file, { purpose: 'chat_icon' })).id);
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
  return (
    <div className="flex flex-wrap gap-2">
      <FileInput
        ref={picker}
        label={t('Choose an image')}
        accept={accepted.images}
        onFiles={(files) => void choose(files)}
      />
      <Button
        size="sm"
        icon={<Camera size={16} aria-hidden="true" />}
        loading={isUploading}
        onClick={() => picker.current?.click()}
      >
        {t('Change icon')}
      </Button>
      {hasIcon && (
        <Button size="sm" variant="quiet" onClick={() => onChange(null)}>
          {t('Remove icon')}
        </Button>
      )}
    </div>
  );
}

/** The icon and the name of a group, for admins to change. */
export function GroupForm({ conversation }: { conversation: Conversation }) {
  const { id: conversation_id, name, icon, can } = conversation;
  const [typed, setTyped] = useState<string | null>(null);
  const update = useGroupWrite<GroupChanges>(
    (call, changes) => call('update_group', { conversation_id, ...changes }),
    t("Couldn't change the group"),
  );
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
          <IconButtons
            hasIcon={icon !== null}
            onChange={(icon_upload_id) => update.mutate({ icon_upload_id })}
          />
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
