import type { Ref } from 'react';

interface FileInputProps {
  /** A button calls its `click()`. */
  ref: Ref<HTMLInputElement>;
  /** Accessible name. */
  label: string;
  /** Same format as `<input accept>`. */
  accept: string;
  /** Whether several files can be selected at once. */
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** An invisible file input that a button opens. The same file can be selected again after it was removed. */
export function FileInput({ ref, label, accept, multiple = false, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={multiple}
      className="hidden"
      aria-label={label}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
}
