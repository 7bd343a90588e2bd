import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError } from '../api/api-client.ts';
import type { TextPiece } from '../page-parts.ts';

interface PageError {
  code: ErrorCode;
  status: number;
  message: string;
  data: unknown;
}

/** The queries that a page includes. */
interface PageQueries {
  /** When the first of them got its data, in milliseconds. */
  at: number;
  loaded: [key: QueryKey, data: unknown][];
  failed: [key: QueryKey, error: PageError][];
}

/** Returns JSON that can be the content of a script element. */
const toJson = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const encoder = /* @__PURE__ */ new TextEncoder();
const encoded = new WeakMap<object, Uint8Array>();

/** Returns JSON that can be the content of a script element. That of an object which never changes is written once. */
export function toPageJson(data: unknown): TextPiece {
  if (typeof data !== 'object' || data === null || !Object.isFrozen(data)) return toJson(data);
  const json = encoded.get(data) ?? encoder.encode(toJson(data));
  encoded.set(data, json);
  return json;
}

/**
 * Returns the finished queries of a server-rendered page as JSON, which browsers parse faster than code. It leaves out the state of
 * each query, which `dehydrate` includes: a page has dozens of entities. It can be the content of a script element.
 */
export function writePageQueries(client: QueryClient): TextPiece[] {
  let at = Date.now();
  const loaded: TextPiece[] = [];
  const failed: PageQueries['failed'] = [];
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.status === 'success') {
      at = Math.min(at, state.dataUpdatedAt);
      loaded.push(`${loaded.length > 0 ? ',' : ''}[${toJson(queryKey)},`, toPageJson(state.data), ']');
    } else if (state.error instanceof ApiError) {
      const { code, status, message, data } = state.error;
      failed.push([queryKey, { code, status, message, data }]);
    }
  }
  return [`{"at":${at},"loaded":[`, ...loaded, `],"failed":${toJson(failed)}}`];
}

/** Stores the queries of a server-rendered page in the browser. Failed ones stay failed until they are tried again. */
export function readPageQueries(client: QueryClient, json: string): void {
  const { at, loaded, failed }: PageQueries = JSON.parse(json);
  for (const [key, data] of loaded) client.setQueryData(key, data, { updatedAt: at });
  for (const [queryKey, { code, status, message, data }] of failed) {
    const error = new ApiError(code, status, message, data);
    client.getQueryCache().build(client, { queryKey }).setState({
      status: 'error',
      error,
      errorUpdateCount: 1,
      errorUpdatedAt: at,
      fetchFailureCount: 1,
      fetchFailureReason: error,
    });
  }
}
