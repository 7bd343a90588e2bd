import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { maxFileBytes } from '#contract/limits.ts';
import { acceptedPictures, uploadPicture } from '#web/features/uploads/index.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { sortFiles } from '#web/ui/accept-files.ts';
import { Button } from '#web/ui/button.tsx';
import type { SentPicture } from './about-edits.ts';

interface PictureButtonsProps {
  /** What it is, such as 'cover'. */
  what: string;
  /** Of the button that chooses one. */
  id?: string;
  spaceId: string;
  purpose: 'space_icon' | 'space_cover' | 'space_intro';
  hasPicture: boolean;
  hint?: string;
  /** Null takes the picture away. */
  onChange: (picture: SentPicture | null) => void;
}

/** Choose another picture, or none. */
export function PictureButtons({
  what,
  id,
  spaceId,
  purpose,
  hasPicture,
  hint,
  onChange,
}: PictureButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const take = async (chosen: File[]) => {
    const { taken, refused } = sortFiles(chosen, {
      accept: acceptedPictures,
      maxSize: maxFileBytes.image,
      room: 1,
    });
    setProblem(refused[0]?.message ?? '');
    const [file] = taken;
    if (!file) return;
    setSending(true);
    try {
      // The server crops it; it shows once it is saved.
      const picture = await uploadPicture(file, { purpose, space_id: spaceId });
      onChange({ upload_id: picture.id, url: picture.url });
    } catch (error) {
      setProblem(toMessage(error, 'The picture could not be sent.'));
    } finally {
      setSending(false);
    }
  };
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <Button
          id={id}
          size="sm"
          icon={<ImageUp size={18} aria-hidden="true" />}
          loading={sending}
          onClick={() => input.current?.click()}
        >
          {hasPicture ? `Change ${what}` : `Add ${what}`}
        </Button>
        {hasPicture && (
          <Button
            size="sm"
            variant="quiet"
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => onChange(null)}
          >
            Remove {what}
          </Button>
        )}
      </div>
      {hint && <p className="mt-1.5 text-sm text-soft">{hint}</p>}
      <div role="alert">{problem && <p className="mt-1.5 text-sm text-danger-text">{problem}</p>}</div>
      <input
        ref={input}
        type="file"
        accept={acceptedPictures}
        className="hidden"
        aria-label={`Picture for the ${what}`}
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
