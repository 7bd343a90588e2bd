/* Prepares everything and runs a TypeScript tool under Node 24: node tools/run.mjs <tool> ... */
import { spawn } from 'node:child_process';
import { prepare, projectFolder, SetupError } from './bootstrap.mjs';

try {
  const { node, env } = await prepare({ dev: true });
  const child = spawn(node, process.argv.slice(2), { cwd: projectFolder, env, stdio: 'inherit' });
  child.on('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
