import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { copyText } from '#web/lib/text/copy-text.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useMarkInvited } from './setup/use-setup.ts';

/** How long "Copied!" is shown, in milliseconds. */
const copiedDuration = 2_000;

interface InviteDialogProps {
  space: Space;
  open: boolean;
  onClose: () => void;
}

/** Shows the invitation link of the space. */
export function InviteDialog({ space, open, onClose }: InviteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Invite People to {space}', { space: space.name })}
      description={t('Anyone with this link can view the space and join.')}
    >
      <SpaceLink space={space} />
    </Dialog>
  );
}

/** The same in the membership settings. */
export function InviteTab({ space }: { space: Space }) {
  return (
    <div className="grid gap-4">
      <p className="text-soft">{t('Anyone with this link can view the space and join.')}</p>
      <SpaceLink space={space} />
    </div>
  );
}

/** The invitation link of a space. Copying it completes the task of the setup guide. */
function SpaceLink({ space }: { space: Space }) {
  const markInvited = useMarkInvited(space);
  return <InviteLink link={`${window.location.origin}/${space.subdomain}`} onCopied={markInvited} />;
}

export function InviteLink({ link, onCopied }: { link: string; onCopied: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), copiedDuration);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    if (await copyText(link)) {
      setState('copied');
      onCopied();
      return;
    }
    setState('failed');
    // Select the link, so that it can be copied with the keyboard.
    field.current?.select();
  };
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <TextField
          ref={field}
          label={t('Link')}
          className="min-w-0 flex-1"
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="primary"
          size="lg"
          className="min-w-28"
          icon={
            state === 'copied' ? (
              <Check size={18} aria-hidden="true" />
            ) : (
              <Copy size={18} aria-hidden="true" />
            )
          }
          onClick={() => void copy()}
        >
          {state === 'copied' ? t('Copied!') : t('Copy')}
        </Button>
      </div>
      <p role="status" className="text-sm text-soft empty:hidden">
        {state === 'failed' && t("Couldn't copy the link. Select it and copy it manually.")}
        {state === 'copied' && <span className="sr-only">{t('Copied!')}</span>}
      </p>
    </div>
  );
}
