import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Prints the test files that were not finished when the run is asked to end, because it took too long. */
export default class RunningFiles implements Reporter {
  readonly #running = new Set<string>();

  onInit(): void {
    process.once('SIGTERM', () => {
      process.stdout.write(`\nNot finished:\n${[...this.#running].join('\n')}\n`);
    });
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#running.add(relative('.', moduleId));
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(relative('.', moduleId));
  }
}
