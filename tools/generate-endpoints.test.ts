import { expect, it } from 'vitest';
import { describeEndpoints, readEndpointsTable } from './generate-endpoints.ts';

it("holds the browser's table of endpoints to the contract", async () => {
  expect(await readEndpointsTable()).toBe(describeEndpoints());
});
