import { type Logger, pino } from 'pino';

export type { Logger };

/** The process's log: JSON lines on standard output. Secrets in request headers never reach it. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, redact: ['req.headers.cookie', 'req.headers.authorization'] });
}
