/* Limit: only one query through the pool, repeatedly. */
import type pg from 'pg';
import { createPool } from '#server/platform/db/database.ts';
import { serveParent } from '../processes/child.ts';

let pool: pg.Pool | null = null;

const handlers = {
  /** Runs the statements one after another in each of `loops` loops, and returns the rounds per second. */
  async run(input: {
    databaseUrl: string;
    poolSize: number;
    loops: number;
    seconds: number;
    statements: { text: string; values: unknown[] }[];
    /** Runs the statements of a round on one connection between begin and commit. */
    transaction: boolean;
    /** Each round takes the next of these for a parameter whose value is `%row%`; `%id%` becomes a new id. */
    rows?: string[];
  }) {
    pool ??= createPool(input.databaseUrl, input.poolSize);
    const { rows = [''], statements } = input;
    const from = pool;
    const end = performance.now() + input.seconds * 1000;
    const began = performance.now();
    let rounds = 0;
    const loop = async (): Promise<void> => {
      while (performance.now() < end) {
        const row = rows[rounds % rows.length] ?? '';
        const id = crypto.randomUUID();
        const fill = (values: unknown[]) =>
          values.map((value) => (value === '%row%' ? row : value === '%id%' ? id : value));
        if (input.transaction) {
          const client = await from.connect();
          await client.query('begin');
          for (const { text, values } of statements) await client.query(text, fill(values));
          await client.query('commit');
          client.release();
        } else {
          for (const { text, values } of statements) await from.query(text, fill(values));
        }
        rounds += 1;
      }
    };
    await Promise.all(Array.from({ length: input.loops }, loop));
    return { perSecond: rounds / ((performance.now() - began) / 1000) };
  },
};
export type BareQuery = typeof handlers;

serveParent(handlers, async () => await pool?.end());
