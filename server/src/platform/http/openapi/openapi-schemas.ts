import { z } from 'zod';
import { namedSchemas } from '#contract/schema/named-schemas.ts';
import { strictCopies } from '#contract/schema/unknown-fields.ts';

export type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

const names = z.registry<{ id: string }>();
for (const [name, schema] of namedSchemas) names.add(schema, { id: name });
for (const [strict, schema] of strictCopies) {
  const name = names.get(schema)?.id;
  if (name !== undefined) names.add(strict, { id: name });
}

const definitionRef = /^#\/\$defs\//;

/** Calls `change` for each reference of a schema to a definition, and returns the schema with the new references. */
function mapReferences(value: unknown, change: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((child) => mapReferences(child, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) =>
      key === '$ref' && typeof child === 'string'
        ? [key, change(child.replace(definitionRef, ''))]
        : [key, mapReferences(child, change)],
    ),
  );
}

/** The JSON Schema of `schema`, and those of the named schemas in it. */
function toJsonSchema(schema: z.ZodType, io: Direction): { own: Json; definitions: Map<string, Json> } {
  const {
    $schema: _version,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    metadata: names,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The format says it, in fewer bytes.
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  }) as Json;
  const definitions = new Map(
    Object.entries($defs as Record<string, Json>).map(([name, { id: _id, ...definition }]) => [
      name,
      definition,
    ]),
  );
  const { id, ...rest } = own;
  if (typeof id !== 'string') return { own, definitions };
  definitions.set(id, rest);
  return { own: { $ref: `#/$defs/${id}` }, definitions };
}

/**
 * Converts the schemas of the contract for OpenAPI. Named ones become components. One that accepts something else than it
 * returns, because of a default or a transformation, becomes two: `Draft` and `DraftInput`.
 */
export class SchemaComponents {
  readonly #definitions = { input: new Map<string, Json>(), output: new Map<string, Json>() };
  readonly #differs = new Map<string, boolean>();

  constructor(schemas: { schema: z.ZodType; io: Direction }[]) {
    for (const { schema, io } of schemas)
      for (const [name, definition] of toJsonSchema(schema, io).definitions)
        this.#definitions[io].set(name, definition);
  }

  /** Whether the input differs from the output, itself or in a part. */
  #inputDiffers(name: string): boolean {
    const known = this.#differs.get(name);
    if (known !== undefined) return known;
    // For a schema that contains itself.
    this.#differs.set(name, false);
    const [input, output] = [this.#definitions.input.get(name), this.#definitions.output.get(name)];
    let differs =
      input !== undefined && output !== undefined && JSON.stringify(input) !== JSON.stringify(output);
    if (input && output)
      mapReferences(input, (part) => {
        differs ||= this.#inputDiffers(part);
        return part;
      });
    this.#differs.set(name, differs);
    return differs;
  }

  #componentName(name: string, io: Direction): string {
    return io === 'input' && this.#inputDiffers(name) ? `${name}Input` : name;
  }

  #withComponents(schema: Json, io: Direction): Json {
    return mapReferences(schema, (name) => `#/components/schemas/${this.#componentName(name, io)}`) as Json;
  }

  /** Returns the schema, with references to components. */
  convert(schema: z.ZodType, io: Direction): Json {
    return this.#withComponents(toJsonSchema(schema, io).own, io);
  }

  /** The components, by name. */
  list(): Record<string, Json> {
    const entries = (['output', 'input'] as const).flatMap((io) =>
      [...this.#definitions[io]].map(
        ([name, definition]) =>
          [this.#componentName(name, io), this.#withComponents(definition, io)] as const,
      ),
    );
    return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
  }
}
