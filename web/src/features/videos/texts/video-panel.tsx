import '#web/styles/lazy/classroom.css';
import { Captions as CaptionsIcon, ListVideo, Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import type { PageVideo } from '#contract/features/videos/videos.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChapterList } from './chapter-list.tsx';
import type { Captions } from './use-captions.ts';

const transcript = lazyComponent(async () => (await import('./transcript.tsx')).Transcript);
const dialog = lazyComponent(async () => (await import('./video-texts-dialog.tsx')).VideoTextsDialog);

interface VideoPanelProps {
  pageId: string;
  video: PageVideo;
  captions: Captions;
  /** Where the video is, in seconds. */
  position: number;
  onJump: (position: number) => void;
}

/** What is below a video: its chapters, its transcript, and for editors a button that changes them. */
export function VideoPanel({ pageId, video, captions, position, onJump }: VideoPanelProps) {
  const { chapters, can_edit } = video;
  const viewer = useViewer();
  const [open, setOpen] = useState<'chapters' | 'transcript' | null>(null);
  const [isEditing, setEditing] = useState(false);
  const id = useId();
  const toggle = (what: 'chapters' | 'transcript') => setOpen(open === what ? null : what);
  const hasTranscript = captions.language !== undefined;
  if (chapters.length === 0 && !hasTranscript && !can_edit) return null;
  const opens = (what: 'chapters' | 'transcript') => ({
    size: 'sm' as const,
    variant: 'quiet' as const,
    'aria-expanded': open === what,
    'aria-controls': open === what ? id : undefined,
    onClick: () => toggle(what),
  });
  return (
    <div className="video-panel">
      <div className="flex flex-wrap items-center gap-1">
        {chapters.length > 0 && (
          <Button {...opens('chapters')} icon={<ListVideo size={18} aria-hidden="true" />}>
            {t('Chapters')}
          </Button>
        )}
        {hasTranscript && (
          <Button {...opens('transcript')} icon={<CaptionsIcon size={18} aria-hidden="true" />}>
            {t('Transcript')}
          </Button>
        )}
        {can_edit && viewer && (
          <Button
            size="sm"
            variant="quiet"
            className="ml-auto"
            icon={<Pencil size={16} aria-hidden="true" />}
            onClick={() => setEditing(true)}
          >
            {t('Captions and chapters')}
          </Button>
        )}
      </div>
      {open === 'chapters' && chapters.length > 0 && (
        <ChapterList id={id} chapters={chapters} position={position} onJump={onJump} />
      )}
      {open === 'transcript' && hasTranscript && (
        <transcript.Component
          id={id}
          pageId={pageId}
          uploadId={video.upload_id}
          captions={captions}
          position={position}
          onJump={onJump}
          fallback={<div className="video-panel-box" aria-busy="true" />}
          onLoadFailure={() => setOpen(null)}
        />
      )}
      {isEditing && viewer && (
        <dialog.Component
          viewerId={viewer.id}
          pageId={pageId}
          video={video}
          onClose={() => setEditing(false)}
          onLoadFailure={() => setEditing(false)}
        />
      )}
    </div>
  );
}
