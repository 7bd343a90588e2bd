import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from './form-alert.tsx';

interface AuthFormProps {
  onSubmit: () => void;
  /** What went wrong with the form as a whole. */
  failure: string | null;
  button: { label: string; disabled: boolean; loading: boolean };
  /** What is below the button. */
  foot?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** The layout of the forms to log in and to sign up: fields, what went wrong, and a wide button. */
export function AuthForm({ onSubmit, failure, button, foot, children }: AuthFormProps) {
  const { label, ...state } = button;
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {children}
      <FormAlert message={failure} />
      <Button type="submit" variant="primary" size="lg" block {...state}>
        {label}
      </Button>
      {foot}
    </form>
  );
}
