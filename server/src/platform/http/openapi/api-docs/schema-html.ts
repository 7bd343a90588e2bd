import { escapeHtml } from '../../../text/escape-html.ts';

/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

const literal = (value: unknown) => `<code>${escapeHtml(JSON.stringify(value))}</code>`;

/** Returns a range such as `1 to 50 characters`, or null without limits. */
function rangeText(low: number | undefined, high: number | undefined, unit: string): string | null {
  // Integers without a limit have the largest safe ones.
  const [from, to] = [low, high].map((limit) =>
    limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit,
  );
  if (from == null && to == null) return null;
  if (from == null) return `at most ${to}${unit}`;
  return to == null ? `at least ${from}${unit}` : `${from} to ${to}${unit}`;
}

/** Returns the type in one line, with links to named schemas. Fields of objects are left to `fieldsHtml`. */
export function typeHtml(schema: Schema): string {
  if (schema.$ref) {
    const name = escapeHtml(schema.$ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeHtml))].join(' or ');
  if (schema.allOf) return schema.allOf.map(typeHtml).join(' and ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(', ');
  if (schema.type === 'array') return `list of ${schema.items ? typeHtml(schema.items) : 'any'}`;
  if (typeof schema.additionalProperties === 'object')
    return `object of ${typeHtml(schema.additionalProperties)}`;
  return escapeHtml([schema.type ?? 'any', schema.format && `(${schema.format})`].filter(Boolean).join(' '));
}

/** Returns limits, default and description of a value. */
function notesOf(schema: Schema): string[] {
  const { minimum, exclusiveMinimum, maximum } = schema;
  return [
    rangeText(schema.minLength, schema.maxLength, ' characters'),
    rangeText(schema.minItems, schema.maxItems, ' items'),
    exclusiveMinimum === undefined ? null : `more than ${exclusiveMinimum}`,
    rangeText(minimum, maximum, ''),
    schema.pattern ? `matches <code>${escapeHtml(schema.pattern)}</code>` : null,
    schema.default === undefined ? null : `default ${literal(schema.default)}`,
    schema.description ? escapeHtml(schema.description) : null,
  ].filter((note) => note !== null);
}

/** The objects without a name inside a schema, whose fields are listed below it. */
function inlineObjects(schema: Schema): Schema[] {
  if (schema.properties) return [schema];
  const { items, additionalProperties } = schema;
  const inner = [...(schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []), ...(items ? [items] : [])];
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  return inner.flatMap(inlineObjects);
}

/** Returns one value: its name, type and limits, and the fields inside it. */
export function valueHtml(name: string, schema: Schema, isRequired: boolean): string {
  const notes = [...(isRequired ? [] : ['optional']), ...notesOf(schema)];
  return `<li><code>${escapeHtml(name)}</code> <span>${[typeHtml(schema), ...notes].join(' · ')}</span>${fieldsHtml(schema)}</li>`;
}

/** Returns the fields of an object as a list, or an empty text. A choice of objects gives one list for each. */
export function fieldsHtml(schema: Schema): string {
  return inlineObjects(schema)
    .map(({ properties = {}, required = [] }) => {
      const fields = Object.entries(properties).map(([name, field]) =>
        valueHtml(name, field, required.includes(name)),
      );
      return fields.length > 0 ? `<ul>${fields.join('')}</ul>` : '';
    })
    .join('');
}

/** Returns a schema as a block: a name or a type, its limits, and its fields. */
export function schemaHtml(schema: Schema): string {
  const isEmpty = schema.properties && Object.keys(schema.properties).length === 0;
  if (isEmpty) return '<p>Empty object.</p>';
  if (schema.properties) return fieldsHtml(schema);
  return `<p>${[typeHtml(schema), ...notesOf(schema)].join(' · ')}</p>${fieldsHtml(schema)}`;
}
