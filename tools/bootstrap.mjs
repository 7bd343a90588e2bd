/*
 * Prepares what Hearth needs to run: Node 24, the packages of the lock file, the built web app.
 * Plain JavaScript without packages, because it runs with the installed Node (20 or newer) in a fresh clone.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForLock } from './process-lock.mjs';

export const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeMajor = 24;
const runtimeFolder = join(projectFolder, '.runtime');
const nodeFolder = join(runtimeFolder, `node${nodeMajor}`);
/** Where Node keeps compiled modules between starts. */
export const compileCache = join(runtimeFolder, 'compile-cache');
const packagesMark = join(projectFolder, 'node_modules', '.hearth-lock');

/** An error that is shown as one sentence, without a stack trace. */
export class SetupError extends Error {}

/** Runs `work`. Prints its name right away and its duration when it is done. */
export async function step(label, work) {
  const began = performance.now();
  process.stdout.write(`  ${label} ... `);
  try {
    const result = await work();
    process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
}

/** Runs a command without showing its output. If it fails, the output becomes the error message. */
function run(command, args, env = process.env, cwd = projectFolder) {
  return new Promise((resolve, reject) => {
    // A bound for an install whose network doesn't respond.
    const timeout = 10 * 60_000;
    const child = spawn(command, args, { cwd, env, timeout, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-6000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => reject(new SetupError(`Couldn't start ${command}: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new SetupError(
            `${command} ${args.join(' ')} ended with ${signal ?? code}:\n${output.trim().slice(-2500)}`,
          ),
        );
    });
  });
}

/** Returns the Node 24 to use: the running one if it is new enough, else the one in the project folder. */
function nodeProgram() {
  if (Number(process.versions.node.split('.')[0]) >= nodeMajor) return process.execPath;
  return join(nodeFolder, 'node_modules', 'node', 'bin', 'node');
}

function withNodeFirst(node) {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
}

/** Installs into a temporary folder and then renames it, so that an interrupted install leaves nothing. */
async function installNode() {
  for (const name of readdirSync(runtimeFolder)) {
    if (name.startsWith('node-new')) rmSync(join(runtimeFolder, name), { recursive: true, force: true });
  }
  const fresh = join(runtimeFolder, 'node-new');
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n');
  await run('npm', ['install', '--prefix', fresh, '--no-audit', '--no-fund', `node@${nodeMajor}`]);
  const program = join(fresh, 'node_modules', 'node', 'bin', 'node');
  // npm may be configured not to run install scripts. This package's script downloads the program for this machine.
  if (!existsSync(program)) {
    await run(
      process.execPath,
      ['installArchSpecificPackage'],
      process.env,
      join(fresh, 'node_modules', 'node'),
    );
  }
  await run(program, ['--version']);
  rmSync(nodeFolder, { recursive: true, force: true });
  renameSync(fresh, nodeFolder);
}

/** The packages to install: those that Hearth is built and run with, or also those for development and tests. */
const packageSets = { production: '--omit=dev', all: '--include=dev' };

function packagesKey(set) {
  const lock = readFileSync(join(projectFolder, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch} ${set}`;
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Whether npm's record of installed packages matches the lock file, as after `npm install <package>`. npm writes that
 * record last, so an interrupted install doesn't match.
 */
function packagesAgree(set) {
  const record = readText(join(projectFolder, 'node_modules', '.package-lock.json'));
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  const wanted = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      (set === 'production' && entry.dev === true) ||
      (installed[path] ? installed[path].version === entry.version : entry.optional === true),
  );
}

/** Returns all files in the given files and folders, with size and modification time. Missing folders count as empty. */
function listFiles(sources) {
  const found = {};
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) found[relative(projectFolder, path)] = [stat.size, stat.mtimeMs];
    else for (const name of readdirSync(path).sort()) if (name !== 'node_modules') visit(join(path, name));
  };
  for (const source of sources) visit(join(projectFolder, source));
  return found;
}

function contentHash(files) {
  const hash = createHash('sha256');
  for (const path of Object.keys(files).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(projectFolder, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The web is built again if a source changed or the result is missing. */
const webSources = [
  'web',
  'contract',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tools/build-web.ts',
];
const webResult = join(projectFolder, 'build/web/server/entry-server.js');
const webStamp = join(runtimeFolder, 'web.built.json');

/** Compares sizes and times first, and reads the contents only if they differ. */
function isWebFresh() {
  const text = readText(webStamp);
  if (!text || !existsSync(webResult)) return false;
  const stamp = JSON.parse(text);
  const files = listFiles(webSources);
  if (JSON.stringify(files) === JSON.stringify(stamp.files)) return true;
  if (contentHash(files) !== stamp.hash) return false;
  writeWebStamp(files, stamp.hash);
  return true;
}

function writeWebStamp(files, hash) {
  writeFileSync(`${webStamp}.${process.pid}`, JSON.stringify({ files, hash }));
  renameSync(`${webStamp}.${process.pid}`, webStamp);
}

async function runWebBuild(node) {
  rmSync(webStamp, { force: true });
  const files = listFiles(webSources);
  const hash = contentHash(files);
  await run(node, ['tools/build-web.ts'], withNodeFirst(node));
  writeWebStamp(files, hash);
}

/** Whether the packages of this set, or more of them, are installed as the lock file says. */
function hasPackages(set) {
  const mark = readText(packagesMark);
  return mark === packagesKey('all') || mark === packagesKey(set);
}

async function installPackages(set, node) {
  const record = packagesAgree('all') ? 'all' : set;
  if (!packagesAgree(record)) {
    rmSync(packagesMark, { force: true });
    await run('npm', ['ci', packageSets[set], '--no-audit', '--no-fund'], withNodeFirst(node));
  }
  writeFileSync(packagesMark, packagesKey(record));
}

/** Installs both at the same time: npm runs with any Node that can run this script. */
async function installMissing(set, node) {
  const work = [];
  if (!existsSync(node)) {
    work.push({
      label: `Node ${nodeMajor} (this machine has ${process.versions.node})`,
      install: installNode,
    });
  }
  if (!hasPackages(set)) work.push({ label: 'the packages', install: () => installPackages(set, node) });
  if (work.length === 0) return;
  await step(`Installing ${work.map(({ label }) => label).join(' and ')}`, async () => {
    const ends = await Promise.allSettled(work.map(({ install }) => install()));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  });
}

/** Runs `work` unless another start is preparing something; waits for that one first. */
async function withSetupLock(work) {
  mkdirSync(runtimeFolder, { recursive: true });
  const { lock } = await waitForLock(join(runtimeFolder, 'setup.lock'), () => true);
  try {
    return await work();
  } finally {
    lock?.release();
  }
}

/**
 * Installs what is missing and returns `{ node, env }`: the Node 24 program and an environment that finds it first. With
 * `dev`, the packages for development are installed too. Concurrent starts wait for each other; an interrupted one is
 * completed.
 */
export async function prepare({ dev = false } = {}) {
  const node = nodeProgram();
  const set = dev ? 'all' : 'production';
  if (!existsSync(node) || !hasPackages(set)) await withSetupLock(() => installMissing(set, node));
  return { node, env: withNodeFirst(node) };
}

/**
 * Builds the web app, if a source changed or it was never built. `report` is called with a label and the work, to show
 * what takes time.
 */
export async function buildWeb(report = step) {
  if (isWebFresh()) return;
  await withSetupLock(async () => {
    if (!isWebFresh()) await report('Building the web', () => runWebBuild(nodeProgram()));
  });
}
