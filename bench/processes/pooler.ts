import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** PgBouncer in front of a database, in transaction mode. */
export interface Pooler {
  url: string;
  stop(): Promise<void>;
}

/** The user as which a server runs that refuses to run as root. */
const nobody = 65534;
/** Milliseconds that it may take to accept connections. */
const startupTimeout = 10_000;

/** The settings that docs/operating.md recommends. */
const settings = (database: URL, port: number, users: string) => `
[databases]
* = host=127.0.0.1 port=${database.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
max_prepared_statements = 500
max_client_conn = 1000
default_pool_size = 40
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
log_connections = 0
log_disconnections = 0
`;

/** Starts `program`, PgBouncer 1.21 or newer, in front of the database. */
export async function startPooler(
  program: string,
  databaseUrl: string,
  folder: string,
  port: number,
): Promise<Pooler> {
  const database = new URL(databaseUrl);
  mkdirSync(folder);
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  writeFileSync(config, settings(database, port, users));
  writeFileSync(
    users,
    `"${decodeURIComponent(database.username)}" "${decodeURIComponent(database.password)}"`,
  );
  const isRoot = process.getuid?.() === 0;
  for (const path of isRoot ? [folder, config, users] : []) chownSync(path, nobody, nobody);
  chmodSync(folder, 0o700);
  const child = spawn(program, ['-q', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  for (const until = performance.now() + startupTimeout; ; await pause(50)) {
    const client = new pg.Client(url.href);
    const problem = await client.connect().then(
      () => client.end(),
      (error: Error) => error,
    );
    if (!(problem instanceof Error)) break;
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`PgBouncer did not start: ${problem.message}`);
  }
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
