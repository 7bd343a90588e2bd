/* Limit: only checking a password against its hash. */
import { verify } from '@node-rs/argon2';
import { serveParent } from '../processes/child.ts';

const handlers = {
  async run(input: { stored: string; password: string; loops: number; seconds: number }) {
    const began = performance.now();
    const end = began + input.seconds * 1000;
    let checks = 0;
    const loop = async (): Promise<void> => {
      while (performance.now() < end) {
        if (!(await verify(input.stored, input.password)))
          throw new Error('The password does not match its hash');
        checks += 1;
      }
    };
    await Promise.all(Array.from({ length: input.loops }, loop));
    return { perSecond: checks / ((performance.now() - began) / 1000) };
  },
};
export type BareArgon2 = typeof handlers;

serveParent(handlers);
