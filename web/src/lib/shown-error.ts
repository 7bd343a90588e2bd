import type { FieldValues, FormState, Path, UseFormGetFieldState } from 'react-hook-form';

interface FormParts<Values extends FieldValues> {
  formState: FormState<Values>;
  getFieldState: UseFormGetFieldState<Values>;
}

/**
 * The error to show under a field: none before something was typed in it, so that leaving an empty field neither scolds
 * nor moves what is about to be pressed.
 */
export function shownError<Values extends FieldValues>(
  { formState, getFieldState }: FormParts<Values>,
  name: Path<Values>,
): string | undefined {
  const { error, isDirty } = getFieldState(name, formState);
  return isDirty || formState.isSubmitted ? error?.message : undefined;
}
