import { expect, it } from 'vitest';
import { describeEndpoints, readEndpointsTable } from './generate-endpoints.ts';

it("The browser's table of endpoints matches the contract", async () => {
  expect(await readEndpointsTable()).toBe(describeEndpoints());
});
