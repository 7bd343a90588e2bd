import '#web/styles/lazy/fields.css';
import { type ReactNode, useState } from 'react';
import type { Space, SpaceChanges } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import { maxAboutText } from '#contract/values/limits.ts';
import { LazyEditor } from '#web/lib/loading/lazy-editor.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { SpaceCover } from '../../space-card/space-cover.tsx';
import { SpaceIcon } from '../../space-card/space-icon.tsx';
import { ColorChoice } from '../../space-form/color-choice.tsx';
import { TopicField } from '../../space-form/topic-field.tsx';
import { StorageUsage } from '../storage-usage.tsx';
import type { AboutEdits } from './about-edits.ts';
import { aboutFieldId } from './about-field.ts';
import { ImageButtons } from './image-buttons.tsx';
import { IntroField, type IntroKind } from './intro-field.tsx';
import { RulesField } from './rules-field.tsx';

const maxLengths = {
  name: 30,
  short_description: 200,
  description: 150,
  about_description: maxAboutText,
} as const;

interface AboutFieldsProps {
  saved: Space;
  /** The space as it will be once saved. */
  space: Space;
  edits: AboutEdits;
  problems: Partial<Record<keyof SpaceChanges, string>>;
  onChange: (more: AboutEdits) => void;
}

/** The fields of the about page, each where its text is shown. */
export function AboutFields(props: AboutFieldsProps) {
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-6 px-4 py-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:px-6 lg:py-8">
      <PageFields {...props} />
      <SidebarFields {...props} />
    </div>
  );
}

type TextSetting = 'name' | 'short_description' | 'description' | 'support_email' | 'about_description';

/** Returns the text of a field: as edited, otherwise as saved. */
const textOf = ({ saved, edits }: AboutFieldsProps, field: TextSetting) => edits[field] ?? saved[field] ?? '';

/** Returns the values of a hint that counts characters. */
const lengthOf = (props: AboutFieldsProps, field: 'short_description' | 'description') => ({
  count: countCharacters(textOf(props, field)),
  limit: maxLengths[field],
});

/** What the page shows: cover, name, introduction, text and rules. */
function PageFields(props: AboutFieldsProps) {
  const { saved, space, edits, problems, onChange } = props;
  const [kind, setKind] = useState<IntroKind>();
  return (
    <Card flush className="self-start">
      <SpaceCover space={space} eager sizes="(min-width: 1024px) 48rem, 100vw" className="aspect-[3/1]" />
      <div className="grid grid-cols-1 gap-6 px-5 pt-4 pb-6 lg:px-7">
        <ImageButtons
          image="cover"
          id={aboutFieldId('cover')}
          spaceId={space.id}
          purpose="space_cover"
          hasImage={space.cover_image !== null}
          hint={t("JPEG, PNG, GIF or WebP, up to 10 MB. It's cropped to fit.")}
          onChange={(cover) => onChange({ cover })}
        />
        <TextField
          label={t('Name')}
          autoComplete="off"
          maxLength={maxLengths.name}
          value={textOf(props, 'name')}
          onChange={(event) => onChange({ name: event.target.value })}
          error={problems.name}
        />
        <TextArea
          label={t('Description')}
          id={aboutFieldId('description')}
          rows={2}
          maxLength={maxLengths.description}
          value={textOf(props, 'description')}
          onChange={(event) => onChange({ description: event.target.value })}
          error={problems.description}
          hint={t(
            'Shown under the name on this page. {count, number} of {limit, number} characters.',
            lengthOf(props, 'description'),
          )}
        />
        <IntroField
          space={space}
          kind={kind ?? space.intro_media_type}
          error={problems.intro_media_url}
          onKind={setKind}
          onChange={(intro) => onChange({ intro })}
        />
        <Labelled label={t('About')} error={problems.about_description}>
          <LazyEditor
            fallback={<Skeleton shape="block" height="14rem" />}
            aria-label={t('About')}
            toolbar="full"
            placeholder={t('What is this space about, and who is it for?')}
            maxLength={maxLengths.about_description}
            value={textOf(props, 'about_description')}
            onChange={(html) => onChange({ about_description: html })}
          />
        </Labelled>
        <RulesField
          id={aboutFieldId('rules')}
          rules={edits.rules_list ?? saved.rules_list ?? []}
          onChange={(rules_list) => onChange({ rules_list })}
        />
      </div>
    </Card>
  );
}

/** What the card beside the page shows, and how much storage the space uses. */
function SidebarFields(props: AboutFieldsProps) {
  const { space, problems, onChange } = props;
  return (
    <aside className="grid gap-6 self-start">
      <Card className="grid grid-cols-1 gap-5">
        <div className="flex items-start gap-3">
          <SpaceIcon space={space} size="lg" loading="eager" />
          <ImageButtons
            image="icon"
            spaceId={space.id}
            purpose="space_icon"
            hasImage={space.icon_image !== null}
            onChange={(icon) => onChange({ icon })}
          />
        </div>
        <TextArea
          label={t('Short description')}
          rows={3}
          maxLength={maxLengths.short_description}
          value={textOf(props, 'short_description')}
          onChange={(event) => onChange({ short_description: event.target.value })}
          error={problems.short_description}
          hint={t(
            'Shown here, in Discover and in search results. If empty, Discover uses the description. {count, number} of {limit, number} characters.',
            lengthOf(props, 'short_description'),
          )}
        />
        <TopicField value={space.topic} onChange={(topic) => onChange({ topic })} />
        <ColorChoice value={space.primary_color} onChange={(primary_color) => onChange({ primary_color })} />
        <TextField
          label={t('Support email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          value={textOf(props, 'support_email')}
          onChange={(event) => onChange({ support_email: event.target.value })}
          error={problems.support_email}
          hint={t('Shown on this page. Leave blank to hide it.')}
        />
      </Card>
      <StorageUsage spaceId={space.id} />
    </aside>
  );
}

function Labelled({ label, error, children }: { label: string; error?: string; children: ReactNode }) {
  return (
    <div data-invalid={error !== undefined ? '' : undefined}>
      <p className="field-label mb-2" aria-hidden="true">
        {label}
      </p>
      {children}
      <div role="alert">{error && <p className="mt-1.5 text-sm text-danger-text">{error}</p>}</div>
    </div>
  );
}
