import { type RawBuilder, sql } from 'kysely';

/** Whether upload `u` has the URL in this column. */
export const hasUrl = (column: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} like '/files/' || u.id || '/%'`;
