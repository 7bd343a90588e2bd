import type { LiveSignal, LiveSignalName } from '#contract/live.ts';

export type SignalOf<N extends LiveSignalName> = Extract<LiveSignal, { type: N }>;
type Listener = (signal: LiveSignal) => void;

/** The listeners for signals of one page. */
export class LiveSignals {
  #listeners = new Map<LiveSignalName, Set<Listener>>();

  /** Calls `listener` with each signal of a type until the returned function is called. */
  on<N extends LiveSignalName>(type: N, listener: (signal: SignalOf<N>) => void): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    const only: Listener = (signal) => {
      if (signal.type === type) listener(signal as SignalOf<N>);
    };
    this.#listeners.set(type, listeners.add(only));
    return () => listeners.delete(only);
  }

  receive(signal: LiveSignal): void {
    for (const listener of [...(this.#listeners.get(signal.type) ?? [])]) listener(signal);
  }
}
