import { type RawBuilder, sql } from 'kysely';
import { type Person, person, type SpacePerson } from '#contract/users.ts';

/** All fields of the contract's `person`, which are columns of `users` with the same names. */
const fields = Object.keys(person.shape) as (keyof Person)[];
const entries = (alias: string) => fields.flatMap((field) => [sql.lit(field), sql.ref(`${alias}.${field}`)]);

/** A person as JSON, from `users` under an alias. Everything that shows a person selects them with this. */
export const personJson = (alias: string): RawBuilder<Person> =>
  sql<Person>`json_build_object(${sql.join(entries(alias))})`;

/** A person as JSON, or null if the alias of a left join found none. */
export const personJsonOrNull = (alias: string): RawBuilder<Person | null> =>
  sql<Person | null>`case when ${sql.ref(`${alias}.id`)} is not null then ${personJson(alias)} end`;

/** A person with their level in a space, from `member_points` under a second alias; level 1 without a row there. */
export const spacePersonJson = (alias: string, points: string): RawBuilder<SpacePerson> =>
  sql<SpacePerson>`json_build_object(${sql.join(entries(alias))},
    'level', coalesce(${sql.ref(`${points}.level`)}, 1),
    'level_version', coalesce(${sql.ref(`${points}.level_version`)}, 0))`;
