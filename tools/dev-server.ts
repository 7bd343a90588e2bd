/* The server of `npm run dev`, a process that is replaced whenever a source of it changes. Started by tools/dev.ts. */
import { startServer } from '#server/main.ts';
import { loadConfig } from '#server/platform/config.ts';
import { onStopRequest } from './stop-requests.ts';

const config = loadConfig();
if (!config.databaseUrl) throw new Error('DATABASE_URL is missing');
const server = await startServer({ ...config, databaseUrl: config.databaseUrl });
onStopRequest(
  () => server.stop().finally(() => process.exit(0)),
  () => process.exit(1),
);
process.send?.({ ready: { demoAccounts: server.demoAccounts ?? [] } });
