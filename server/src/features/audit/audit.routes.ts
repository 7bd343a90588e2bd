import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listAuditLog } from './audit.queries.ts';

const pageSize = 50;

export function auditRoutes(route: RouteBinder, { db }: Platform): void {
  route('list_audit_log', async ({ input }) => {
    const rows = await listAuditLog(db, {
      space_id: input.space_id,
      after: decodeCursor('audit_log', input.cursor, isTimestamp),
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor('audit_log', { at: row.created_at, id: row.id }),
    );
    return { actions: page, next_cursor };
  });
}
