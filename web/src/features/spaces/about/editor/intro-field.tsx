import type { Space } from '#contract/features/spaces/spaces.ts';
import { msg, t } from '#contract/i18n/translate.ts';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IntroMedia } from '../intro-media.tsx';
import type { IntroEdit } from './about-edits.ts';
import { ImageButtons } from './image-buttons.tsx';
import { VideoButton } from './video-button.tsx';

const kinds = [
  { value: 'none', label: msg('None') },
  { value: 'image', label: msg('Image') },
  { value: 'video', label: msg('Video') },
] as const;
export type IntroKind = (typeof kinds)[number]['value'];

const isHostedFile = (address: string | null) => address?.startsWith('/files/') ?? false;

interface IntroFieldProps {
  /** The space with its unsaved edits. */
  space: Space;
  /** The selected kind, even if nothing is uploaded yet. */
  kind: IntroKind;
  error: string | undefined;
  onKind: (kind: IntroKind) => void;
  onChange: (intro: IntroEdit) => void;
}

/** The introduction of the space: none, an image, or a video that is uploaded or linked. */
export function IntroField({ space, kind, error, onKind, onChange }: IntroFieldProps) {
  const isShown = space.intro_media_type === kind && kind !== 'none';
  return (
    <div className="grid grid-cols-1 gap-3">
      <RadioGroup
        label={t('Introduction')}
        options={kinds.map((one) => ({ ...one, label: t(one.label) }))}
        value={kind}
        onChange={(value) => {
          const next = kinds.find((one) => one.value === value)?.value ?? 'none';
          onKind(next);
          if (next === 'none') onChange({ type: 'none' });
        }}
      />
      {kind === 'image' && (
        <ImageButtons
          image="introduction"
          spaceId={space.id}
          purpose="space_intro"
          hasImage={isShown}
          onChange={(image) => onChange(image ? { type: 'image', ...image } : { type: 'none' })}
        />
      )}
      {kind === 'video' && (
        <VideoButton spaceId={space.id} onChange={(video) => onChange({ type: 'video_file', ...video })} />
      )}
      {kind === 'video' && (
        <TextField
          label={t('Or paste a video link')}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2000}
          value={isShown && !isHostedFile(space.intro_media_url) ? (space.intro_media_url ?? '') : ''}
          onChange={(event) => onChange({ type: 'video', url: event.target.value })}
          error={error}
          hint={t(
            'YouTube, Vimeo, Loom, Wistia, or a video file elsewhere. It plays only when a visitor starts it.',
          )}
        />
      )}
      {isShown && <IntroMedia space={space} />}
    </div>
  );
}
