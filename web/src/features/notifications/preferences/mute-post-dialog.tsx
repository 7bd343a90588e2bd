import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { MuteDuration } from '#contract/values/mute-durations.ts';
import { muteOptions } from '#web/lib/text/mute-options.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { useSetPostMute } from './post-mute.ts';

/** Asks how long a post should be muted. */
export function MutePostDialog({ postId, onClose }: { postId: string; onClose: () => void }) {
  const [duration, setDuration] = useState<MuteDuration>('always');
  const mute = useSetPostMute(postId);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('Mute this post?')}
      description={t("Likes and comments here won't notify you. Mentions still do.")}
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button
            variant="primary"
            loading={mute.isPending}
            onClick={() => mute.mutate(duration, { onSettled: onClose })}
          >
            {t('Mute')}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={t('For how long')}
        options={muteOptions()}
        value={duration}
        onChange={(value) => setDuration(value as MuteDuration)}
      />
    </Dialog>
  );
}
