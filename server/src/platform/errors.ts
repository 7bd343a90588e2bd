import { type ErrorCode, errorCatalogue, errorMessage } from '#contract/errors.ts';

/** An error with a code of the contract. All other errors are sent as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: unknown;
  /**
   * Its message is in the language of the reader whom the current work is for: create it where it is thrown.
   * @param message replaces the message of the catalogue; use it only for rules with their own message.
   */
  constructor(code: ErrorCode, data: unknown = null, options: { cause?: unknown; message?: string } = {}) {
    super(options.message ?? errorMessage(code), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
