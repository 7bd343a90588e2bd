import { v4 } from 'uuid';

/** A fresh id for something that is about to be sent: sent twice with the same one, it is made once. */
export function newClientId(): string {
  return v4();
}
