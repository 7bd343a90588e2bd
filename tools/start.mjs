/* `npm start` and `npm run dev`: prepares everything, then runs Hearth under Node 24. See `--help`. */
import { spawn } from 'node:child_process';
import { compileCache, prepare, projectFolder, SetupError } from './bootstrap.mjs';
import { flagOf, settings } from './settings.mjs';

const openSettings = settings.filter((setting) => !setting.secret);

function help() {
  const lines = [
    'Hearth, a community platform.',
    '',
    'Commands',
    '  npm start                 set up what is missing and run Hearth',
    '  npm start -- --port=4000  the same with a setting (see below)',
    '  npm run dev               run it for development: both sides reload when a file changes',
    '  npm test                  every check and test; --only=<part> for one part',
    '  npm run new -- <feature>  write the files of a new feature',
    '',
    'Flags',
    '  --help                    this text',
    '  --dev                     what npm run dev does',
    '  --demo, --no-demo         fill an empty database with demo spaces, or do not',
    `  ${openSettings.map(flagOf).join(', ')}`.replace(/(.{1,100})(?:, |$)/g, '$1,\n  ').replace(/,\s*$/, ''),
    '                            give the setting of that name, as in --port=4000',
    '',
    'Settings, from the environment or from a file named .env',
  ];
  for (const setting of settings) {
    lines.push(`  ${setting.name}`, `      ${setting.meaning}`, `      default: ${setting.default}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Parses the command line to `{ dev, help, environment }`. Throws a SetupError for unknown flags. */
function readFlags(args) {
  const result = { dev: false, help: false, environment: {} };
  const rest = [...args];
  while (rest.length > 0) {
    const [flag, given] = splitOnce(rest.shift());
    const setting = openSettings.find((candidate) => flagOf(candidate) === flag);
    if (['--help', '-h'].includes(flag)) result.help = true;
    else if (flag === '--dev' && given === undefined) result.dev = true;
    else if (flag === '--no-demo' && given === undefined) result.environment.DEMO = 'off';
    else if (flag === '--demo' && given === undefined && !isValue(rest[0])) result.environment.DEMO = 'on';
    else if (setting) {
      const value = given ?? (isValue(rest[0]) ? rest.shift() : undefined);
      if (!value) throw new SetupError(`${flag} needs a value: ${setting.meaning}.`);
      result.environment[setting.name] = value;
    } else {
      const secret = settings.find((candidate) => flagOf(candidate) === flag);
      if (secret)
        throw new SetupError(`${flag} isn't a flag: set ${secret.name} in the environment or in .env.`);
      const known = ['--help', '--dev', '--demo', '--no-demo', ...openSettings.map(flagOf)];
      throw new SetupError(`Unknown flag ${flag}. Use: ${[...new Set(known)].join(', ')}.`);
    }
  }
  return result;
}

const isValue = (arg) => arg !== undefined && !arg.startsWith('-');

function splitOnce(arg) {
  const at = arg.indexOf('=');
  return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}

/**
 * Runs the launcher as a child process and forwards each stop request as a message. A terminal also sends Ctrl+C to the
 * child, and npm sends it once more; the launcher treats requests within a moment as one. If this process ends, the channel
 * closes and the launcher stops by itself.
 */
function runLauncher(node, env, program) {
  // A small young generation: nearly as fast, with 100 MB less memory under load (docs/benchmarks.md).
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
  const child = spawn(node, [...flags, program], {
    cwd: projectFolder,
    // Compiling the modules takes half of the time of a start. With a pool of memory for each thread, the process takes more memory.
    env: { NODE_COMPILE_CACHE: compileCache, MALLOC_ARENA_MAX: '2', ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.connected && child.send({ stop: signal }));
  }
  stopWithNpm(() => child.connected && child.send({ stop: 'parent' }));
  child.on('error', (error) => {
    process.stderr.write(`${node} could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal) process.stderr.write(`Hearth was ended by ${signal}.\n`);
    process.exit(signal ? 1 : (code ?? 1));
  });
}

/** If npm is killed, it can't forward that. Without this, Hearth would keep running without its terminal. */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    stop();
  }, 250);
  watch.unref();
}

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) {
    process.stdout.write(help());
  } else {
    process.stdout.write('Hearth\n');
    const began = Date.now();
    const { node, env } = await prepare({ dev: flags.dev });
    runLauncher(
      node,
      { ...env, ...flags.environment, HEARTH_BEGAN: String(began) },
      flags.dev ? 'tools/dev/dev.ts' : 'tools/launch.ts',
    );
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
