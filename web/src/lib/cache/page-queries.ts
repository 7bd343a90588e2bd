import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError } from '../api/api-client.ts';

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

const texts = new WeakMap<object, string>();

/** Returns the JSON of data that never changes, such as what the server rendered a page from. That of an object is written once. */
export function jsonOf(data: unknown): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  const known = texts.get(data);
  if (known !== undefined) return known;
  const text = JSON.stringify(data);
  texts.set(data, text);
  return text;
}

/**
 * Returns the finished queries of a server-rendered page as JSON, which browsers parse faster than code. It leaves out the state of
 * each query, which `dehydrate` includes: a page has dozens of entities. It can be the content of a script element.
 */
export function writePageQueries(client: QueryClient): string {
  let at = Date.now();
  const loaded: string[] = [];
  const failed: PageQueries['failed'] = [];
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.status === 'success') {
      at = Math.min(at, state.dataUpdatedAt);
      loaded.push(`[${JSON.stringify(queryKey)},${jsonOf(state.data)}]`);
    } else if (state.error instanceof ApiError) {
      const { code, status, message, data } = state.error;
      failed.push([queryKey, { code, status, message, data }]);
    }
  }
  const json = `{"at":${at},"loaded":[${loaded.join()}],"failed":${JSON.stringify(failed)}}`;
  return json.replaceAll('<', '\\u003c');
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
