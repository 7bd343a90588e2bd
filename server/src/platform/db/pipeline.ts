import type pg from 'pg';

/** A statement with parameters, or one that begins or ends a transaction. */
export interface PipelinedStatement {
  text: string;
  /** Text, bytes or null, as `prepareValue` of pg returns them. */
  values: readonly (string | Buffer | null)[];
  /** The name under which each connection keeps it prepared; undefined if it is parsed each time. */
  name: string | undefined;
  resolve(result: StatementResult): void;
  reject(error: Error): void;
}

export interface StatementResult {
  /** The first word of the command tag, such as `INSERT`. */
  command: string;
  rowCount: number | null;
  rows: Record<string, unknown>[];
}

type TypeParser = (oid: number, format: 'text') => (value: string) => unknown;

/** The part of pg's connection that this uses. Its type lacks the statements that the connection knows. */
interface Connection {
  stream: { cork(): void; uncork(): void };
  /** The texts of the prepared statements, by name. */
  parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string; types: number[] }): void;
  bind(message: { portal: string; statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
  on(event: 'parseComplete', listener: () => void): void;
  off(event: 'parseComplete', listener: () => void): void;
}

/** The columns that a statement returns. */
class Columns {
  readonly #columns: { name: string; parse: (value: string) => unknown }[];
  /** Copied for each row, which is faster than to add the columns one by one. */
  readonly #empty: Record<string, unknown>;

  constructor(fields: readonly { name: string; dataTypeID: number }[], typeParser: TypeParser) {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: typeParser(dataTypeID, 'text') }));
    this.#empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  toRow(values: readonly (string | null)[]): Record<string, unknown> {
    const row = { ...this.#empty };
    let index = 0;
    for (const { name, parse } of this.#columns) {
      const value = values[index] ?? null;
      if (value !== null) row[name] = parse(value);
      index += 1;
    }
    return row;
  }
}

const noColumns = new Columns([], () => String);

/** The columns of the prepared statements of a connection, by name. They stay the same: PostgreSQL refuses to run a statement otherwise. */
const described = new WeakMap<Connection, Map<string, Columns>>();

/**
 * Statements that pg sends together, in one round trip. The server runs them one after another, each with a snapshot of its
 * own. If one fails, the others after it don't run and fail with the same error.
 */
export class Pipeline implements pg.Submittable {
  /** Set by pg, to be called at the end. */
  callback: ((error: Error | null) => void) | undefined;
  /** Milliseconds without a reply until pg gives up. */
  readonly query_timeout: number;
  readonly statements: readonly PipelinedStatement[];
  readonly #typeParser: TypeParser;
  readonly #settled: (error: Error | null) => void;
  /** The index of the statement that is running. */
  #current = 0;
  #columns = noColumns;
  #rows: Record<string, unknown>[] = [];
  readonly #hasPooler: boolean;
  /** The columns of the prepared statements of the connection, unless each run is described. */
  #known: Map<string, Columns> | undefined;
  /** The statements whose text was sent, until the server has parsed it. */
  #parsing: PipelinedStatement[] = [];
  #stopListening = (): void => {};
  #isSettled = false;

  constructor(
    statements: readonly PipelinedStatement[],
    options: {
      timeout: number;
      typeParser: TypeParser;
      /** Whether a pooler may prepare a statement again, after a migration with other columns: then each run is described. */
      hasPooler: boolean;
      settled: (error: Error | null) => void;
    },
  ) {
    this.statements = statements;
    this.query_timeout = options.timeout;
    this.#typeParser = options.typeParser;
    this.#settled = options.settled;
    this.#hasPooler = options.hasPooler;
  }

  submit(to: unknown): void {
    const connection = to as Connection;
    const { parsedStatements } = connection;
    if (!this.#hasPooler) {
      this.#known = described.get(connection) ?? new Map();
      described.set(connection, this.#known);
    }
    this.#begin();
    const parsed = (): void => {
      const { name, text } = this.#parsing.shift() ?? {};
      if (name && text) parsedStatements[name] = text;
    };
    connection.on('parseComplete', parsed);
    this.#stopListening = () => connection.off('parseComplete', parsed);
    connection.stream.cork();
    for (const statement of this.statements) {
      const { name = '', text, values } = statement;
      const isKnown = name in parsedStatements || this.#parsing.some((other) => other.name === name);
      if (!name || !isKnown) {
        this.#parsing.push(statement);
        connection.parse({ name, text, types: [] });
      }
      connection.bind({ portal: '', statement: name, values });
      if (!this.#known?.has(name)) connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '', rows: 0 });
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = new Columns(fields, this.#typeParser);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(this.#columns.toRow(fields));
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = '', ...numbers] = text.split(' ');
    this.#complete(command, numbers.length > 0 ? Number(numbers.at(-1)) : null);
  }

  handleEmptyQuery(): void {
    this.#complete('', null);
  }

  handleReadyForQuery(): void {
    this.#settle(null);
  }

  handleError(error: Error): void {
    for (const statement of this.statements.slice(this.#current)) statement.reject(error);
    this.#current = this.statements.length;
    this.#settle(error);
  }

  #complete(command: string, rowCount: number | null): void {
    const statement = this.statements[this.#current];
    const rows = this.#rows;
    if (statement?.name) this.#known?.set(statement.name, this.#columns);
    this.#current += 1;
    this.#begin();
    // What the server does with the commit of a transaction in which a statement failed.
    if (statement?.text === 'commit' && command === 'ROLLBACK')
      statement.reject(
        new Error('The transaction was rolled back, because one of its statements had failed'),
      );
    else statement?.resolve({ command, rowCount, rows });
  }

  /** Expects the rows of the current statement. */
  #begin(): void {
    this.#rows = [];
    this.#columns = this.#known?.get(this.statements[this.#current]?.name ?? '') ?? noColumns;
  }

  #settle(error: Error | null): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#stopListening();
    this.callback?.(error);
    this.#settled(error);
  }
}
