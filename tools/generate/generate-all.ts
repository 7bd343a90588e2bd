/* `npm run generate`: writes all generated files from the contract, the migrations and the texts in the code. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../postgres/postgres.ts';

/** Runs a generator in a process of its own, because it loads files that the one before has written. */
function runTool(tool: string, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tool, ...args], { stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${tool} ended with ${code}`))));
  });
}

/** Applies the migrations to an empty database, and writes its schema and types. */
async function generateSchema(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-schema-'));
  // When started by root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    await runTool('tools/generate/generate-schema-types.ts', postgres.url);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await Promise.all([
  generateSchema(),
  runTool('tools/generate/generate-endpoints.ts'),
  runTool('tools/generate/generate-error-docs.ts'),
  runTool('tools/messages/extract-messages.ts'),
]);
