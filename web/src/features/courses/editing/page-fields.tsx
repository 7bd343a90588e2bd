import '#web/styles/lazy/writing.css';
import '#web/styles/lazy/classroom.css';
import type { KeyboardEvent } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { maxCourseTitle } from '#contract/values/limits.ts';
import { Switch } from '#web/ui/fields/choice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface TitleFieldProps {
  title: string;
  error: string | undefined;
  autoFocus: boolean;
  onChange: (title: string) => void;
}

/** Enter leads to the text below the title. */
function goToText(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus();
}

/** The title of a page that is being written. */
export function TitleField({ title, error, autoFocus, onChange }: TitleFieldProps) {
  return (
    <TextField
      label={t('Title')}
      labelHidden
      placeholder={t('Title')}
      className="composer-title"
      autoComplete="off"
      autoFocus={autoFocus}
      maxLength={maxCourseTitle}
      value={title}
      error={error}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={goToText}
    />
  );
}

interface PublishedFieldProps {
  isPublished: boolean;
  onChange: (isPublished: boolean) => void;
}

/** Whether a page is published when it is saved. */
export function PublishedField({ isPublished, onChange }: PublishedFieldProps) {
  return (
    <Switch
      label={t('Published')}
      className="page-published"
      checked={isPublished}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
