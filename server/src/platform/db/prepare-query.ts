import {
  type Compilable,
  type CompiledQuery,
  createQueryId,
  type QueryResult,
  type RawBuilder,
} from 'kysely';
import { BoundedMap } from '../bounded-map.ts';
import type { Db } from './database.ts';

/** Takes the position of a value while the text of a statement is written. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`A prepared query uses the value of ${this.name} in its text`);
  }
}

/** A statement whose text has been written. */
export interface PreparedQuery<Values, Row> {
  /** Returns the statement with these values. */
  compile(db: Db, values: Values): CompiledQuery<Row>;
  /** Runs the statement with these values and returns its rows. */
  run(db: Db, values: Values): Promise<Row[]>;
}

/** How many variants of a statement are kept, those that ran last. */
const maxVariants = 100;

/**
 * Prepares a statement of which there are a few variants, such as orders of a list. Its text may depend on the variant. Like
 * `prepareQuery` otherwise. Of more than a hundred variants, the text is written again for those that haven't run for long.
 */
export function prepareVariants<Variant extends object, Values extends object, Row>(
  write: (variant: Variant, values: Values) => RawBuilder<Row>,
): { run(db: Db, variant: Variant, values: Values): Promise<Row[]> } {
  const queries = new BoundedMap<string, PreparedQuery<Values, Row>>({ limit: maxVariants });
  return {
    async run(db, variant, values) {
      const name = JSON.stringify(variant);
      const known = queries.get(name);
      const query = known ?? prepareQuery((_, placeholders: Values) => write(variant, placeholders));
      if (!known) queries.set(name, query);
      return await query.run(db, values);
    },
  };
}

/**
 * Prepares a statement that runs often: its text is written at the first run, and not again, which takes several times as long
 * as anything else that a statement needs in this process. `write` gets placeholders instead of values. It may only pass them on
 * as parameters: a text that depends on a value, such as whether it is null, would be that of the first run forever.
 */
export function prepareQuery<Values extends object, Row>(
  write: (db: Db, values: Values) => RawBuilder<Row> | Compilable<Row>,
): PreparedQuery<Values, Row> {
  let prepared: CompiledQuery<Row> | null = null;
  const placeholders = new Proxy({} as Values, {
    get: (_, name) => new Parameter(String(name)),
    ownKeys: () => {
      throw new Error('A prepared query lists its values');
    },
  });
  const compile = (db: Db, values: Values): CompiledQuery<Row> => {
    prepared ??= write(db, placeholders).compile(db);
    const { parameters } = prepared;
    return {
      ...prepared,
      queryId: createQueryId(),
      parameters: parameters.map((value) =>
        value instanceof Parameter ? values[value.name as keyof Values] : value,
      ),
    };
  };
  return {
    compile,
    async run(db, values) {
      const { rows }: QueryResult<Row> = await db.executeQuery(compile(db, values));
      return rows;
    },
  };
}
