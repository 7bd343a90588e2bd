import { type ErrorCode, errorCatalogue, errorMessage } from '#contract/errors.ts';

/** An error with a code of the contract. All other errors are sent as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: unknown;
  private readonly ownMessage: string | undefined;
  /**
   * @param message replaces the message of the catalogue, in the language of the current reader; use it only for rules
   * with their own message.
   */
  constructor(code: ErrorCode, data: unknown = null, options: { cause?: unknown; message?: string } = {}) {
    super(options.message ?? errorMessage(code), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.data = data;
    this.ownMessage = options.message;
  }
  get status(): number {
    return errorCatalogue[this.code].status;
  }
  /** The message in the language of the current reader, who may differ from the one when it was thrown. */
  get translatedMessage(): string {
    return this.ownMessage ?? errorMessage(this.code);
  }
}
