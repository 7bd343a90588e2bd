/* `npm test`: makes everything ready as `npm start` does, then runs every check under Node 24. */
import { spawn } from 'node:child_process';
import { prepare, projectFolder, SetupError } from './bootstrap.mjs';

try {
  const { node, env } = await prepare();
  const child = spawn(node, ['tools/check.ts', ...process.argv.slice(2)], {
    cwd: projectFolder,
    env: { ...env, NODE_ENV: 'test' },
    stdio: 'inherit',
  });
  // Ctrl-C reaches the child from the terminal; this process only waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}
