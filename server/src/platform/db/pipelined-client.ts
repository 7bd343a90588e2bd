/// <reference path="./pg-utils.d.ts" />
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { Pipeline, type PipelinedStatement } from './pipeline.ts';

const maxNamedStatements = 500;

/** Returns a function that names statements, so that each connection parses and plans them only once: at most this many of them. */
export function createStatementNames(limit: number): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known) return known;
    if (names.size >= limit) return undefined;
    const name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
    return name;
  };
}
const nameOf = createStatementNames(maxNamedStatements);

/** A client that closes its connection if a statement gets no reply in time, because its state is unknown then. */
export class BoundedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg.Client.query has a dozen overloads; all are passed on unchanged.
  override query(...args: any[]): any {
    const result: unknown = super.query.apply(this, args as Parameters<pg.Client['query']>);
    if (result instanceof Promise) result.catch((error: Error) => this.closeAfter(error));
    return result;
  }

  protected closeAfter(error: Error): void {
    if (error.message === 'Query read timeout') this.close();
  }

  /** Ends the connection at once. */
  protected close(): void {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

/** Statements that run next. */
type Waiting =
  | (PipelinedStatement & { isInTransaction: boolean })
  /** A statement without parameters, which may be several in one text and therefore can't be part of a pipeline. */
  | { run: () => Promise<void> };

const beginsTransaction = (text: string) => text === 'begin' || text.startsWith('start transaction');
const endsTransaction = (text: string) => text === 'commit' || text === 'rollback';

/**
 * A client whose statements may be requested at the same time: they run in the order of the requests. Those of a transaction
 * that are requested in the same turn of the event loop are sent together, with its begin and its commit, and need one round
 * trip. If one of them fails, those after it don't run. A rollback is sent alone, so that it always runs.
 */
export class PipelinedClient extends BoundedClient {
  #waiting: Waiting[] = [];
  #isRunning = false;
  #isScheduled = false;
  /** Whether a transaction was begun and not ended by the statements requested until now. */
  #isInTransaction = false;
  /** Why the last begin failed; null if it didn't. */
  #beginFailure: Error | null = null;
  readonly #replyTimeout: number;
  readonly #hasPooler: boolean;
  /** See `createStatementNames`. */
  nameOf = nameOf;

  constructor(config: pg.ClientConfig & { hasPooler?: boolean }) {
    super(config);
    this.#hasPooler = config.hasPooler ?? false;
    this.#replyTimeout = Number(config.query_timeout ?? 0);
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg.Client.query has a dozen overloads.
  override query(...args: any[]): any {
    const [config, values] = args;
    const hasCallback = args.some((arg) => typeof arg === 'function') || config instanceof Pipeline;
    if (hasCallback) return super.query(...args);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (typeof config === 'string' && Array.isArray(values) && this.#isPipelined(config, values)) {
      const fail = (error: Error): void => {
        if (beginsTransaction(config)) this.#beginFailure = error;
        // The transaction is still open: nobody else may get this connection.
        if (config === 'rollback') this.close();
        reject(error);
      };
      this.#waiting.push({ ...this.#prepare(config, values), resolve, reject: fail });
    } else {
      const run = () => (super.query(...args) as Promise<unknown>).then(resolve, reject);
      this.#waiting.push({ run });
    }
    this.#schedule();
    return promise;
  }

  #isPipelined(text: string, values: unknown[]): boolean {
    return values.length > 0 || beginsTransaction(text) || endsTransaction(text);
  }

  #prepare(text: string, values: unknown[]) {
    if (beginsTransaction(text)) {
      this.#isInTransaction = true;
      this.#beginFailure = null;
    }
    const isInTransaction = this.#isInTransaction && text !== 'rollback';
    if (endsTransaction(text)) this.#isInTransaction = false;
    return {
      text,
      values: values.map((value) => prepareValue(value)),
      name: this.nameOf(text),
      isInTransaction,
    };
  }

  #schedule(): void {
    if (this.#isRunning || this.#isScheduled) return;
    this.#isScheduled = true;
    // After everything that the current turn requests.
    process.nextTick(() => {
      this.#isScheduled = false;
      this.#runNext();
    });
  }

  #runNext(): void {
    const [first] = this.#waiting;
    if (!first) return;
    this.#isRunning = true;
    const next = (): void => {
      this.#isRunning = false;
      if (this.#waiting.length > 0) this.#schedule();
    };
    if ('run' in first) {
      this.#waiting.shift();
      void first.run().then(next);
      return;
    }
    const statements = this.#takePipeline();
    if (statements.length === 0) {
      next();
      return;
    }
    const pipeline = new Pipeline(statements, {
      timeout: this.#replyTimeout,
      hasPooler: this.#hasPooler,
      typeParser: (oid, format) => this.getTypeParser(oid, format) as (value: string) => unknown,
      settled: (error) => {
        if (error) this.closeAfter(error);
        next();
      },
    });
    super.query(pipeline);
  }

  /** Takes the next statements that may be sent together: one, or those of one transaction. */
  #takePipeline(): PipelinedStatement[] {
    let isOpen = this.getTransactionStatus() === 'T' || this.getTransactionStatus() === 'E';
    const taken: PipelinedStatement[] = [];
    for (let [next] = this.#waiting; next && !('run' in next); [next] = this.#waiting) {
      const begins = beginsTransaction(next.text);
      if (taken.length > 0 && (!isOpen || begins || next.text === 'rollback')) break;
      this.#waiting.shift();
      isOpen ||= begins;
      if (next.isInTransaction && !isOpen)
        // Its begin has failed: it must not run outside of a transaction.
        next.reject(this.#beginFailure ?? new Error('The transaction is not open'));
      else taken.push(next);
      if (endsTransaction(next.text)) break;
    }
    return taken;
  }
}
