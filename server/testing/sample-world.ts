import type { Api, OperationId } from '#contract/api.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { TestPerson } from './people.ts';
import type { TestServer } from './server.ts';

export type CallerRole = 'signed-out' | 'stranger' | 'member' | 'admin' | 'owner';
export type SpaceKind = 'public' | 'private' | 'paid';

/** Where a sample call happens, and who makes it. */
export interface SampleWorld {
  server: TestServer;
  space: { id: string; subdomain: string; kind: SpaceKind };
  owner: TestPerson;
  role: CallerRole;
  /** Null when signed out. */
  caller: TestPerson | null;
}

/** A valid call of one operation. */
export interface SampleCall<Id extends OperationId> {
  /** Makes what the call needs and answers its input. */
  input: (world: SampleWorld) => Promise<EndpointInput<Api[Id]>> | EndpointInput<Api[Id]>;
  /** The refusal that a rule beyond access gives such a caller; absent where access is all there is. */
  denialReason?: (world: SampleWorld) => ErrorCode | null;
  /** The body, for an endpoint that takes bytes. */
  bytes?: () => Promise<Buffer>;
}
