import { api, type OperationId } from '#contract/api.ts';
import type { ApiInput, ApiOutput, Call } from '#web/lib/api/api-client.ts';

/** What the server of a test does for each operation. An operation without an entry fails the request. */
export type Responses = {
  [Id in OperationId]?: (input: ApiInput<Id>) => ApiOutput<Id> | Promise<ApiOutput<Id>>;
};

/**
 * Returns an API client that responds as given. Requests and responses are checked by the contract, so that a test can't
 * rely on fields that the server doesn't know or doesn't send.
 */
export function respondWith(responses: Responses): Call {
  const call = async (operation: OperationId, input: Record<string, unknown> = {}): Promise<unknown> => {
    const respond = responses[operation] as ((input: unknown) => unknown) | undefined;
    if (!respond) throw new Error(`The test has no response for ${operation}.`);
    const { params, query, body, output } = api[operation];
    const rest = { ...input };
    for (const schema of [params, query, body]) {
      if (!schema) continue;
      const names = Object.keys(schema.shape);
      schema.parse(Object.fromEntries(names.flatMap((name) => (name in rest ? [[name, rest[name]]] : []))));
      for (const name of names) delete rest[name];
    }
    const unknown = Object.keys(rest).join(', ');
    if (unknown) throw new Error(`${operation} has no field ${unknown}.`);
    return output.parse(await respond(input));
  };
  return call as Call;
}
