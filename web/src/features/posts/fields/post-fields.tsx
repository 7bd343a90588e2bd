import '#web/styles/lazy/writing.css';
import { useQuery } from '@tanstack/react-query';
import { ChartBarBig, Megaphone } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { Category, Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import { maxPostBody, maxPostTitle } from '#contract/values/limits.ts';
import { categoryLocksQuery, toLockLine } from '#web/features/access/index.ts';
import { RichComposer } from '#web/features/composer/index.ts';
import { newPollDraft, PollFields } from '#web/features/polls/index.ts';
import type { Attachments } from '#web/features/uploads/index.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { PostProblems, PostValues } from './post-check.ts';

/** The part of a drafted form that the fields show and change. */
interface PostFormState {
  /** Null until the draft is loaded. */
  fields: PostValues | null;
  problems: PostProblems;
  /** True while the form is being sent: nothing can be changed. */
  isLocked: boolean;
  change: (changes: Partial<PostValues>) => void;
  submit: () => void;
}

interface PostFieldsProps {
  space: Space;
  /** Accessible name of the form. */
  label: string;
  form: PostFormState;
  attachments: Attachments;
  titleRef?: RefObject<HTMLInputElement | null>;
  /** Which kinds of post can still be chosen. */
  kind: { canAnnounce: boolean; canAddPoll: boolean; isPollFixed?: boolean };
  /** What to know before writing, shown above the title. */
  banner?: ReactNode;
  /** Errors and conflicts, shown above the buttons. */
  messages?: ReactNode;
  /** Buttons at the end of the footer. */
  buttons: ReactNode;
}

const emptyFields: PostValues = { title: '', body: '', category_id: null, post_type: 'post', poll: null };
/** From this title length on, the remaining characters are shown. */
const titleCountFrom = 96;

/** Title, text, files, poll and category of a post; used to create and to edit. */
export function PostFields({ banner, form, attachments, titleRef, kind, ...rest }: PostFieldsProps) {
  const { space, label, ...parts } = rest;
  const fields = form.fields ?? emptyFields;
  const { problems, change } = form;
  return (
    <RichComposer
      label={label}
      spaceId={space.id}
      variant="card"
      text={{
        value: form.fields?.body ?? null,
        onChange: (body) => change({ body }),
        label: t('Text'),
        placeholder: t('Write something'),
        maxLength: maxPostBody,
        problem: problems.body,
      }}
      attachments={attachments}
      problems={problems}
      isLocked={form.isLocked}
      onSubmit={form.submit}
      parts={{
        ...parts,
        before: (
          <>
            {banner}
            <TitleField fields={fields} error={problems.title} titleRef={titleRef} onChange={change} />
          </>
        ),
        after: fields.poll && (
          <PollFields
            poll={fields.poll}
            onChange={(poll) => change({ poll })}
            onRemove={kind.canAddPoll ? () => change({ poll: null }) : undefined}
            problem={problems.poll}
            isFixed={kind.isPollFixed}
          />
        ),
        footStart: (
          <CategoryField space={space} fields={fields} error={problems.category} onChange={change} />
        ),
        tools: <KindButtons fields={fields} kind={kind} onChange={change} />,
      }}
    />
  );
}

interface FieldProps {
  fields: PostValues;
  error?: string | undefined;
  onChange: PostFormState['change'];
}

const toTitleHint = (left: number) =>
  left < 0
    ? t('{count, plural, one {# character too many} other {# characters too many}}', { count: -left })
    : t('{count, plural, one {# character left} other {# characters left}}', { count: left });

function TitleField({ fields, error, titleRef, onChange }: FieldProps & Pick<PostFieldsProps, 'titleRef'>) {
  const left = maxPostTitle - countCharacters(fields.title.trim());
  return (
    <TextField
      ref={titleRef}
      label={t('Title')}
      labelHidden
      className="composer-title"
      value={fields.title}
      onChange={(event) => onChange({ title: event.target.value })}
      error={error}
      hint={left <= maxPostTitle - titleCountFrom ? toTitleHint(left) : undefined}
      autoComplete="off"
      placeholder={fields.poll ? t('Title (optional)') : t('Title')}
    />
  );
}

function CategoryField({ space, fields, error, onChange }: FieldProps & { space: Space }) {
  const { data: limited } = useQuery(categoryLocksQuery(space));
  if (space.categories.length <= 1) return null;
  const toOption = ({ id, name, icon }: Category) => {
    const lock = limited?.get(id)?.lock;
    const label = `${icon} ${name}`;
    return lock ? { value: id, label, disabled: true, note: toLockLine(lock) } : { value: id, label };
  };
  return (
    <Select
      label={t('Category')}
      labelHidden
      className="composer-category"
      placeholder={t('Category')}
      options={space.categories.map(toOption)}
      value={fields.category_id}
      onChange={(category_id) => onChange({ category_id })}
      error={error}
    />
  );
}

/** Makes the post an announcement, or adds a poll. */
function KindButtons({ fields, kind, onChange }: FieldProps & Pick<PostFieldsProps, 'kind'>) {
  if (fields.poll) return null;
  const isAnnouncement = fields.post_type === 'announcement';
  return (
    <>
      {kind.canAddPoll && (
        <IconButton
          label={t('Poll')}
          className="tool"
          onClick={() => onChange({ poll: newPollDraft(), post_type: 'post' })}
        >
          <ChartBarBig size={18} aria-hidden="true" />
        </IconButton>
      )}
      {kind.canAnnounce && (
        <IconButton
          label={t('Announcement')}
          className="tool"
          pressed={isAnnouncement}
          onClick={() => onChange({ post_type: isAnnouncement ? 'post' : 'announcement' })}
        >
          <Megaphone size={18} aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}
