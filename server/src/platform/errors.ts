import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';

/** An error with an answer of its own; everything else a person meets is `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: unknown;
  /** @param message replaces the catalogue's sentence, only where a rule has a text of its own. */
  constructor(code: ErrorCode, data: unknown = null, options: { cause?: unknown; message?: string } = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
