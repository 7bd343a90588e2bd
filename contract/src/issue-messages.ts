import { z } from 'zod';

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];
type Path = readonly PropertyKey[] | undefined;

/** `['poll', 'options', 2]` -> `Options, item 3`; the input as a whole is `The request`. */
function toLabel(path: Path): string {
  const at = (path ?? []).findLastIndex((key) => typeof key === 'string');
  const name = String(path?.[at] ?? '')
    .replaceAll('_', ' ')
    .trim();
  const position = path?.at(-1);
  const item = typeof position === 'number' ? `item ${position + 1}` : '';
  if (name === '') return item === '' ? 'The request' : `Item ${Number(position) + 1}`;
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  return item === '' ? label : `${label}, ${item}`;
}

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  nan: 'a number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'empty',
  undefined: 'left out',
};

const formats: Record<string, string> = {
  email: "isn't a valid email address",
  url: "isn't a valid web address",
  uuid: "isn't a valid id",
  guid: "isn't a valid id",
  datetime: "isn't a valid date and time",
  date: "isn't a valid date",
  time: "isn't a valid time",
};

/** Never shows more than this many of the values that are allowed. */
const mostValues = 12;

function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, mostValues).map((value) => String(value));
  if (values.length > mostValues) shown.push('…');
  return shown.join(', ');
}

/** What a bound counts, in plain words: characters of a text, items of a list, else the number itself. */
function toAmount(origin: string, bound: number | bigint): string {
  const noun = { string: 'character', array: 'item', set: 'item', object: 'field' }[origin];
  return noun ? `${bound} ${noun}${Number(bound) === 1 ? '' : 's'}` : String(bound);
}

function describeBound(label: string, issue: Issue & { code: 'too_small' | 'too_big' }): string {
  const { origin } = issue;
  if (issue.code === 'too_small') {
    if (Number(issue.minimum) === 1 && (origin === 'string' || origin === 'array' || origin === 'set'))
      return `${label} can't be empty.`;
    if (issue.inclusive === false) return `${label} must be more than ${issue.minimum}.`;
    return `${label} must be at least ${toAmount(origin, issue.minimum)}.`;
  }
  if (issue.inclusive === false) return `${label} must be less than ${issue.maximum}.`;
  return `${label} must be at most ${toAmount(origin, issue.maximum)}.`;
}

/** A plain sentence for what is wrong with an input. Fields with a message of their own keep that. */
export function describeIssue(issue: Issue): string {
  const label = toLabel(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${label} is required.`;
      return `${label} must be ${types[issue.expected] ?? 'something else'}.`;
    case 'invalid_value':
      if (issue.input === undefined) return `${label} is required.`;
      if (issue.values.length === 1) return `${label} must be ${String(issue.values[0])}.`;
      return `${label} must be one of: ${listValues(issue.values)}.`;
    case 'too_small':
    case 'too_big':
      return describeBound(label, issue);
    case 'invalid_format':
      return `${label} ${formats[issue.format] ?? "isn't in the right format"}.`;
    case 'not_multiple_of':
      return `${label} must be a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `${label} has fields that aren't known: ${listValues(issue.keys)}.`;
    default:
      return `${label} isn't valid.`;
  }
}

// One place for every schema, on the server and in forms. It is set when the contract loads, before anything is parsed.
z.config({ customError: describeIssue });
