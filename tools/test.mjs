/*
 * `npm test`: prepares everything like `npm start`, then runs all checks under Node 24. `npm run check` (`--changed`) checks
 * only what the changes since main affect, and needs no built web.
 */
import { spawn } from 'node:child_process';
import { buildWeb, prepare, projectFolder, SetupError } from './bootstrap.mjs';

try {
  const args = process.argv.slice(2);
  const { node, env } = await prepare({ dev: true });
  if (!args.includes('--changed')) await buildWeb();
  const child = spawn(node, ['tools/check.ts', ...args], {
    cwd: projectFolder,
    env: { ...env, NODE_ENV: 'test' },
    stdio: 'inherit',
  });
  // The terminal sends Ctrl+C to the child; this process only waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}
