import { v4 } from 'uuid';

/** Creates an idempotency ID: requests with the same ID create only one item. */
export function newClientId(): string {
  return v4();
}
