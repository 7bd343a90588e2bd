import type { Message } from '../i18n/translate.ts';

export interface ErrorDefinition {
  /** The HTTP status. */
  status: number;
  /** The sentence that people read. Screens may show a title above it. */
  message: Message;
  /** The values of the message. */
  values?: Record<string, number>;
}

/** Declares the error codes of a feature and keeps their exact names. */
export function defineErrors<const Code extends string>(
  errors: Record<Code, ErrorDefinition>,
): Record<Code, ErrorDefinition> {
  return errors;
}
