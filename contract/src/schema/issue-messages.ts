import { z } from 'zod';
import { formatList } from '../i18n/names.ts';
import { type Message, msg, t } from '../i18n/translate.ts';

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];
type Path = readonly PropertyKey[] | undefined;

/** The labels of the fields that forms show. Other fields are only sent by programs: their label is their name. */
const fieldLabels: Record<string, Message> = {
  about_description: msg('About description'),
  address: msg('Address'),
  body: msg('Body'),
  capacity: msg('Capacity'),
  count: msg('Count'),
  description: msg('Description'),
  email: msg('Email'),
  first_name: msg('First name'),
  interval: msg('Interval'),
  last_name: msg('Last name'),
  message: msg('Message'),
  name: msg('Name'),
  note: msg('Note'),
  options: msg('Options'),
  password: msg('Password'),
  price_per_month: msg('Price per month'),
  question: msg('Question'),
  reason: msg('Reason'),
  search: msg('Search'),
  short_description: msg('Short description'),
  subdomain: msg('Subdomain'),
  support_email: msg('Support email'),
  text: msg('Text'),
  title: msg('Title'),
  until: msg('Until'),
  weekdays: msg('Weekdays'),
};

/** `start_day` -> `Start day` */
function toFieldLabel(name: string): string {
  const label = Object.hasOwn(fieldLabels, name) ? fieldLabels[name] : undefined;
  if (label) return t(label);
  const spaced = name.replaceAll('_', ' ').trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** `['poll', 'options', 2]` -> `Options, item 3`; the input as a whole is `The request`. */
function toLabel(path: Path): string {
  const name = String(path?.findLast((key) => typeof key === 'string') ?? '');
  const position = path?.at(-1);
  const field = toFieldLabel(name);
  if (typeof position !== 'number') return field === '' ? t('The request') : field;
  const values = { field, position: position + 1 };
  return field === '' ? t('Item {position, number}', values) : t('{field}, item {position, number}', values);
}

type Sentence = (field: string) => string;

const typeSentences: Record<string, Sentence> = {
  string: (field) => t('{field} must be text.', { field }),
  number: (field) => t('{field} must be a number.', { field }),
  int: (field) => t('{field} must be a whole number.', { field }),
  nan: (field) => t('{field} must be a number.', { field }),
  bigint: (field) => t('{field} must be a whole number.', { field }),
  boolean: (field) => t('{field} must be true or false.', { field }),
  array: (field) => t('{field} must be a list.', { field }),
  tuple: (field) => t('{field} must be a list.', { field }),
  object: (field) => t('{field} must be an object.', { field }),
  record: (field) => t('{field} must be an object.', { field }),
  date: (field) => t('{field} must be a date.', { field }),
  null: (field) => t('{field} must be empty.', { field }),
  undefined: (field) => t('{field} must be left out.', { field }),
};

const formatSentences: Record<string, Sentence> = {
  email: (field) => t("{field} isn't a valid email address.", { field }),
  url: (field) => t("{field} isn't a valid web address.", { field }),
  uuid: (field) => t("{field} isn't a valid id.", { field }),
  guid: (field) => t("{field} isn't a valid id.", { field }),
  datetime: (field) => t("{field} isn't a valid date and time.", { field }),
  date: (field) => t("{field} isn't a valid date.", { field }),
  time: (field) => t("{field} isn't a valid time.", { field }),
};

const invalidFormat: Sentence = (field) => t("{field} isn't in the right format.", { field });
const invalid: Sentence = (field) => t("{field} isn't valid.", { field });
const required: Sentence = (field) => t('{field} is required.', { field });

/** Never shows more than this many of the values that are allowed. */
const maxValues = 12;

function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, maxValues).map((value) => String(value));
  if (values.length > maxValues) shown.push('…');
  return formatList(shown, { type: 'unit' });
}

/** Describes a lower bound by what it counts: the characters of a text, the items of a list, or a number. */
function describeMinimum(field: string, origin: string, minimum: number, inclusive: boolean): string {
  const values = { field, minimum };
  if (minimum === 1 && (origin === 'string' || origin === 'array' || origin === 'set'))
    return t("{field} can't be empty.", { field });
  if (!inclusive) return t('{field} must be more than {minimum, number}.', values);
  switch (origin) {
    case 'string':
      return t('{field} must be at least {minimum, plural, one {# character} other {# characters}}.', values);
    case 'array':
    case 'set':
      return t('{field} must be at least {minimum, plural, one {# item} other {# items}}.', values);
    case 'object':
      return t('{field} must be at least {minimum, plural, one {# field} other {# fields}}.', values);
    default:
      return t('{field} must be at least {minimum, number}.', values);
  }
}

/** Returns the message for a value above its maximum. */
function describeMaximum(field: string, origin: string, maximum: number, inclusive: boolean): string {
  const values = { field, maximum };
  if (!inclusive) return t('{field} must be less than {maximum, number}.', values);
  switch (origin) {
    case 'string':
      return t('{field} must be at most {maximum, plural, one {# character} other {# characters}}.', values);
    case 'array':
    case 'set':
      return t('{field} must be at most {maximum, plural, one {# item} other {# items}}.', values);
    case 'object':
      return t('{field} must be at most {maximum, plural, one {# field} other {# fields}}.', values);
    default:
      return t('{field} must be at most {maximum, number}.', values);
  }
}

/** Describes what is wrong with an input, in the reader's language. Fields with a message of their own keep it. */
export function describeIssue(issue: Issue): string {
  const field = toLabel(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return required(field);
      return (typeSentences[issue.expected] ?? invalid)(field);
    case 'invalid_value': {
      if (issue.input === undefined) return required(field);
      const [value] = issue.values;
      if (issue.values.length === 1) return t('{field} must be {value}.', { field, value: String(value) });
      return t('{field} must be one of: {values}.', { field, values: listValues(issue.values) });
    }
    case 'too_small':
      return describeMinimum(field, issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return describeMaximum(field, issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_format':
      return (formatSentences[issue.format] ?? invalidFormat)(field);
    case 'not_multiple_of':
      return t('{field} must be a multiple of {divisor, number}.', { field, divisor: Number(issue.divisor) });
    case 'unrecognized_keys':
      return t("{field} has fields that aren't known: {names}.", { field, names: listValues(issue.keys) });
    default:
      return invalid(field);
  }
}

// One place for every schema, on the server and in forms. It is set when the contract loads, before anything is parsed.
z.config({ customError: describeIssue });
