import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { type Message, t } from '../i18n/translate.ts';
import type { Access, SpaceFeature } from './access.ts';
import { impliedErrors } from './implied-errors.ts';
import './issue-messages.ts';
import { refuseUnknownFields } from './unknown-fields.ts';

type Shape = z.ZodObject<z.ZodRawShape> | undefined;

/** The rate limit that applies in addition to the general one; `none` means only the general one. */
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
  /** The message of `not_allowed`, if it isn't the one that names the required role. */
  notAllowedMessage?: Message;
  /** Whether its `post_id` may also be a page of a course that the viewer can open, and whose comments are turned on. */
  discussions?: true;
  /** The feature of the space that must be turned on; only with `space-…` access. */
  feature?: SpaceFeature;
  params?: Params;
  query?: Query;
  /** Fields that aren't declared are refused with `invalid_input`. */
  body?: Body;
  /** A body that is a raw byte stream instead of JSON. */
  rawBody?: boolean;
  output: Output;
  /** All error codes but those that every endpoint can return. */
  errors: readonly ErrorCode[];
  rateLimit: RateLimit;
}

/**
 * Declares an endpoint and keeps its exact types. `errors` are the codes beyond those that every endpoint can return and
 * those that follow from access, feature and pagination (`impliedErrors`).
 */
export function defineEndpoint<
  const Params extends Shape = undefined,
  const Query extends Shape = undefined,
  const Body extends Shape = undefined,
  const Output extends z.ZodType = z.ZodType,
  const A extends Access = Access,
  const Method extends Endpoint['method'] = Endpoint['method'],
>(
  endpoint: Omit<Endpoint<Params, Query, Body, Output>, 'errors'> & {
    access: A;
    method: Method;
    errors?: readonly ErrorCode[];
  },
): Endpoint<Params, Query, Body, Output> & { access: A; method: Method } {
  const errors = [...impliedErrors(endpoint), ...(endpoint.errors ?? [])];
  if (!endpoint.body) return { ...endpoint, errors };
  return { ...endpoint, errors, body: refuseUnknownFields<NonNullable<Body>>(endpoint.body) };
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : unknown;

/** The arguments of a call: path, query and body fields in one object. Their names never collide. */
export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType> ? InputOf<P> & InputOf<Q> & InputOf<B> : never;
export type EndpointOutput<E> = E extends Endpoint<Shape, Shape, Shape, infer O> ? z.output<O> : never;

/** Shared field types. Text limits count characters after trimming. Ids are normalized to lower case. */
export const id = z.uuid({ error: () => t("This isn't a valid id.") }).toLowerCase();
export const timestamp = z.iso.datetime();
export const cursor = z.string().max(200).optional();
/** The response of writes that return nothing. */
export const emptyResponse = z.object({});
/** The number of the latest live event before the response was read. Subscribe with it as `since` to miss nothing. */
export const liveCursor = z.number().int().nonnegative();
