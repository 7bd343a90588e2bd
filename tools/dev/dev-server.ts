/* The server process of `npm run dev`, replaced whenever one of its sources changes. Started by tools/dev/dev.ts. */
import { startServer } from '#server/main.ts';
import { loadConfig } from '#server/platform/config.ts';
import { MigrationError } from '#server/platform/db/migration-error.ts';
import { onStopRequest } from '../stop-requests.ts';

const config = loadConfig();
if (!config.databaseUrl) throw new Error('DATABASE_URL is missing');
const server = await startServer({ ...config, databaseUrl: config.databaseUrl }).catch((error: unknown) => {
  if (!(error instanceof MigrationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
onStopRequest(
  () => server.stop().finally(() => process.exit(0)),
  () => process.exit(1),
);
process.send?.({ ready: { demoAccounts: server.demoAccounts ?? [] } });
