/// <reference types="vite/types/importMeta.d.ts" />
import type { OperationId } from '#contract/api.ts';
import type { SampleCall } from './sample-context.ts';

export type { CallerRole, SampleCall, SampleContext, SpaceKind } from './sample-context.ts';

const modules = import.meta.glob<{ sampleCalls: object }>('./by-feature/*.ts', { eager: true });

/** One valid call for every operation of the contract. An operation that is missing here fails the role matrix. */
export const sampleCalls = Object.assign(
  {},
  ...Object.values(modules).map((module) => module.sampleCalls),
) as { [Id in OperationId]: SampleCall<Id> };
