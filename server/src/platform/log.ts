import { type Logger, pino } from 'pino';

export type { Logger };

/** Creates the log of the process: JSON lines on standard output, without the secrets of request headers. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, redact: ['req.headers.cookie', 'req.headers.authorization'] });
}
