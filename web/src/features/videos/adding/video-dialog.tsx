import '#web/styles/lazy/classroom.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { parseVideoUrl, toVideoReference } from '#contract/values/text/videos.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { videoLimitsQuery } from '../videos.api.ts';
import { EncodingNote } from './encoding-note.tsx';
import { UploadArea } from './upload-area.tsx';
import { useVideoUpload } from './use-video-upload.ts';

interface VideoDialogProps {
  /** Called with the reference of the video that a text contains. */
  onAdd: (reference: string) => void;
  onClose: () => void;
}

interface Refusal {
  title: string;
  message: string;
}

const isBlankUrl = (url: string) => url.trim() === '';

function readAnyUrl(url: string): string | Refusal {
  if (isBlankUrl(url)) return { title: t('URL Required'), message: t('Please enter a video URL') };
  const video = parseVideoUrl(url);
  const message = t('Please enter a valid YouTube, Vimeo, Loom, or Wistia URL');
  return video ? toVideoReference(video) : { title: t('Invalid URL'), message };
}

function readYoutubeUrl(url: string): string | Refusal {
  const video = parseVideoUrl(url);
  if (video?.host === 'youtube') return toVideoReference(video);
  return { title: t('Invalid YouTube URL'), message: t('Please check the URL and try again') };
}

/** Adds a video of YouTube, Vimeo, Loom or Wistia by its link, or uploads one to a space. Nothing is uploaded without one. */
export function VideoDialog({ spaceId, onAdd, onClose }: VideoDialogProps & { spaceId: string | null }) {
  const link = useVideoLink(readAnyUrl, onAdd);
  const uploading = useVideoUpload(spaceId ?? '', onAdd);
  const limits = useQuery({ ...videoLimitsQuery(spaceId ?? ''), enabled: spaceId !== null });
  return (
    <LinkDialog
      title={t('Add a video')}
      label={t('Video link')}
      placeholder={t('Paste a YouTube, Loom, Vimeo or Wistia link')}
      link={link}
      isBusy={uploading.upload !== null}
      onClose={onClose}
    >
      <div className="upload-or">{t('or')}</div>
      <UploadArea uploading={uploading} maxBytes={limits.data?.max_bytes} isAvailable={spaceId !== null} />
      {spaceId !== null && <EncodingNote spaceId={spaceId} />}
    </LinkDialog>
  );
}

/** Adds a video of YouTube by its link. */
export function YoutubeVideoDialog({ onAdd, onClose }: VideoDialogProps) {
  const link = useVideoLink(readYoutubeUrl, onAdd);
  return (
    <LinkDialog
      title={t('Add YouTube video')}
      label={t('YouTube link')}
      placeholder="https://www.youtube.com/watch?v="
      link={link}
      onClose={onClose}
    />
  );
}

/** The link that is typed. A refused one is marked, and a toast says why. */
function useVideoLink(read: (url: string) => string | Refusal, onAdd: (reference: string) => void) {
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState('');
  const submit = () => {
    const found = read(url);
    if (typeof found === 'string') {
      onAdd(found);
      toast({ title: t('Video embedded') });
      return;
    }
    setProblem(found.message);
    toast({ title: found.title, description: found.message, variant: 'destructive' });
  };
  const change = (next: string) => {
    setUrl(next);
    setProblem('');
  };
  return { url, problem, change, submit };
}

interface LinkDialogProps {
  title: string;
  label: string;
  placeholder: string;
  link: ReturnType<typeof useVideoLink>;
  /** Whether a video is being uploaded. */
  isBusy?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

function LinkDialog({ title, label, placeholder, link, isBusy = false, onClose, children }: LinkDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closeOnOutside={isBlankUrl(link.url) && !isBusy}
      title={title}
      footer={
        <>
          <DialogClose render={<Button>{t('CANCEL')}</Button>} />
          <Button variant="primary" disabled={isBusy} onClick={link.submit}>
            {t('ADD')}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React passes it on to the form around the editor.
          event.stopPropagation();
          link.submit();
        }}
      >
        <TextField
          label={label}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder={placeholder}
          maxLength={2000}
          value={link.url}
          error={link.problem}
          onChange={({ target }) => link.change(target.value)}
        />
      </form>
      {children}
    </Dialog>
  );
}
