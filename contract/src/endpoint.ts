import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import './issue-messages.ts';

/**
 * Who may call an endpoint. The `space-…` ones are checked against the space that the path names (`space_id`,
 * `subdomain`, or a thing inside a space such as `post_id`); a space one may not see answers 404.
 */
export const accessLevels = [
  'public',
  'signed-in',
  'space-visitor',
  'space-viewer',
  'space-member',
  'space-editor',
  'space-owner',
] as const;
export type Access = (typeof accessLevels)[number];

/** Parts of a space that its owner can turn off. An endpoint of one answers 404 where it is off. */
export const spaceFeatures = ['calendar', 'map'] as const;
export type SpaceFeature = (typeof spaceFeatures)[number];

type Shape = z.ZodObject<z.ZodRawShape> | undefined;

/** Which budget a request is counted against besides the one that every request has; `none` has no other. */
export type RateLimit = 'sign-in' | 'sign-up' | 'reset' | 'write' | 'upload' | 'report' | 'none';

export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for each path parameter. */
  path: string;
  summary: string;
  access: Access;
  /** What `not_allowed` says of this endpoint, where it is another sentence than which role is needed. */
  notAllowedMessage?: string;
  /** The part of the space that must be turned on; only with `space-…` access. */
  feature?: SpaceFeature;
  params?: Params;
  query?: Query;
  body?: Body;
  /** A body that is a raw byte stream instead of JSON. */
  rawBody?: boolean;
  output: Output;
  /** Codes beyond those that every endpoint may answer. */
  errors: readonly ErrorCode[];
  rateLimit: RateLimit;
}

/** Declares an endpoint and keeps its exact types. */
export function defineEndpoint<
  const Params extends Shape = undefined,
  const Query extends Shape = undefined,
  const Body extends Shape = undefined,
  const Output extends z.ZodType = z.ZodType,
  const A extends Access = Access,
>(
  endpoint: Endpoint<Params, Query, Body, Output> & { access: A },
): Endpoint<Params, Query, Body, Output> & { access: A } {
  return endpoint;
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : unknown;

/** The arguments a caller gives: path, query and body fields in one object (their names never collide). */
export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType> ? InputOf<P> & InputOf<Q> & InputOf<B> : never;
export type EndpointOutput<E> = E extends Endpoint<Shape, Shape, Shape, infer O> ? z.output<O> : never;

/** Shared field kinds. Text limits count characters after trimming. Ids have one spelling, whatever the sender's. */
export const id = z.uuid({ error: 'This is not a valid id.' }).toLowerCase();
export const timestamp = z.iso.datetime();
export const cursor = z.string().max(200).optional();
/** Empty answer of writes that return nothing. */
export const emptyResponse = z.object({});
/** Where the live channel stood before the answer was read: subscribe with it to miss nothing. */
export const liveCursor = z.number().int().nonnegative();
