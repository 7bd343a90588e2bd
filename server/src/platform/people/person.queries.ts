import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type avatarPerson, person, type SpacePerson } from '#contract/users.ts';

/** The contract's `person`, or one with more or fewer fields. All are columns of `users` with the same names. */
type PersonSchema = typeof person | typeof avatarPerson;
const entries = (alias: string, { shape }: { shape: object } = person) =>
  Object.keys(shape).flatMap((field) => [sql.lit(field), sql.ref(`${alias}.${field}`)]);

/** A person as JSON, from `users` under an alias. Everything that shows a person selects them with this. */
export const personJson = <S extends PersonSchema = typeof person>(
  alias: string,
  schema?: S,
): RawBuilder<z.output<S>> => sql<z.output<S>>`json_build_object(${sql.join(entries(alias, schema))})`;

/** A person as JSON, or null if the alias of a left join found none. */
export const personJsonOrNull = <S extends PersonSchema = typeof person>(
  alias: string,
  schema?: S,
): RawBuilder<z.output<S> | null> =>
  sql<z.output<S> | null>`case when ${sql.ref(`${alias}.id`)} is not null then ${personJson(alias, schema)} end`;

/** A person with their level in a space, from `member_points` under a second alias; level 1 without a row there. */
export const spacePersonJson = (alias: string, points: string): RawBuilder<SpacePerson> =>
  sql<SpacePerson>`json_build_object(${sql.join(entries(alias))},
    'level', coalesce(${sql.ref(`${points}.level`)}, 1),
    'level_version', coalesce(${sql.ref(`${points}.level_version`)}, 0))`;
