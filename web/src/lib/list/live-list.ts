import { type QueryClient, type QueryKey, skipToken } from '@tanstack/react-query';
import { changesKey } from '../cache/query-client.ts';
import { useQueryData } from '../cache/use-query-data.ts';

/** Where the changes to the lists of one kind are kept. */
export interface ChangesStore<Input, Changes> {
  /** Returns the changes to a list and re-renders when there are more. */
  useChanges: (input: Input) => Changes;
  read: (client: QueryClient, input: Input) => Changes;
  update: (client: QueryClient, input: Input, change: (changes: Changes) => Changes) => void;
  /** Forgets the changes to a list whose pages aren't cached anymore. */
  drop: (client: QueryClient, input: Input) => void;
}

/**
 * Keeps the changes to the lists of one kind in the query cache, beside their pages: a page request in flight would
 * overwrite changes made inside them. `name` identifies the kind, `none` are the changes of an unchanged list.
 */
export function changesStore<Input, Changes>(name: string, none: Changes): ChangesStore<Input, Changes> {
  const keyOf = (input: Input) => [changesKey, name, input] as const;
  const read = (client: QueryClient, input: Input) => client.getQueryData<Changes>(keyOf(input)) ?? none;
  return {
    useChanges: (input) =>
      useQueryData<Changes, QueryKey>({ queryKey: keyOf(input), queryFn: skipToken }) ?? none,
    read,
    update: (client, input, change) => {
      const now = read(client, input);
      const next = change(now);
      if (next !== now) client.setQueryData<Changes>(keyOf(input), next);
    },
    drop: (client, input) => client.removeQueries({ queryKey: keyOf(input), exact: true }),
  };
}

/** Returns the inputs of all cached lists of an operation, optionally only those that contain `part`. */
export function cachedInputs<Input>(client: QueryClient, operation: string, part?: Partial<Input>): Input[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: part ? [operation, part] : [operation] })
    .map((query) => query.queryKey[1] as Input);
}
