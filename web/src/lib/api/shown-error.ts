import type { FieldValues, FormState, Path, UseFormGetFieldState } from 'react-hook-form';

interface FormParts<Values extends FieldValues> {
  formState: FormState<Values>;
  getFieldState: UseFormGetFieldState<Values>;
}

/**
 * Returns the error to show under a field. Hides errors of a field that was never changed, so that leaving an empty
 * field does not show an error or move the layout.
 */
export function shownError<Values extends FieldValues>(
  { formState, getFieldState }: FormParts<Values>,
  name: Path<Values>,
): string | undefined {
  const { error, isDirty } = getFieldState(name, formState);
  return isDirty || formState.isSubmitted ? error?.message : undefined;
}
