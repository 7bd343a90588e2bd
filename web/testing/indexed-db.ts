import * as fake from 'fake-indexeddb';
import { afterAll } from 'vitest';

// Gives the page a database until the test file ends. `fake-indexeddb/auto` would leave it, with what it contains, to the files
// that run later in the same process.
const { default: _factory, ...classes } = fake;
Object.assign(globalThis, classes, { indexedDB: new fake.IDBFactory() });
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
});
