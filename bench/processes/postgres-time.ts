import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Clock ticks a second, which Linux counts processor time in. */
const ticks = 100;

/** Returns the parent of a process and its processor time in seconds, with that of children that have ended; null if it has ended. */
function statOf(pid: string): { parent: string; seconds: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces.
    const [, parent = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const used = fields.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
    return { parent, seconds: used / ticks };
  } catch {
    return null;
  }
}

/** Returns the seconds of processor time that PostgreSQL on this machine has used with all its processes. Linux only. */
export async function postgresTime(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const main = statOf(String(rows[0]?.pid))?.parent;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = statOf(pid);
      return stat && (pid === main || stat.parent === main) ? [stat.seconds] : [];
    })
    .reduce((sum, seconds) => sum + seconds, 0);
}
