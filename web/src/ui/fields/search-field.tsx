import { Search } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface SearchFieldProps extends Pick<TextFieldProps, 'autoFocus' | 'className' | 'maxLength'> {
  /** Also the placeholder. */
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** The search field of a list, whose label is shown inside. */
export function SearchField({ label, onChange, ...field }: SearchFieldProps) {
  return (
    <TextField
      {...field}
      label={label}
      labelHidden
      type="search"
      placeholder={label}
      prefix={<Search size={18} aria-hidden="true" />}
      onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
    />
  );
}
