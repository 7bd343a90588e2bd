import pg from 'pg';

/** How many statements on the product's own data an act costs; the live channel's and the jobs' own are not counted. */
export async function countQueries(act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function counted(this: unknown, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }];
    const text = typeof first === 'string' ? first : (first.text ?? '');
    if (/\b(select|insert|update|delete)\b/i.test(text) && !/live_events|jobs\.|rate_limit/.test(text))
      count += 1;
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as never;
  try {
    await act();
  } finally {
    prototype.query = query;
  }
  return count;
}
