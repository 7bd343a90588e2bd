import { expect, it } from 'vitest';
import { responseToJson, shareJson } from './json-text.ts';

const jsonOf = (output: object) => responseToJson(output).toString();

it('A response with shared objects is the same JSON as without', () => {
  const item = { id: 1, text: 'Größe "2"', left_out: undefined, at: new Date(0) };
  const plain = {
    items: [item, { id: 2 }, null, undefined, 'x'],
    left_out: undefined,
    'a "name"': null,
    n: 1,
  };
  const shared = { ...plain, items: [shareJson({ ...item }), ...plain.items.slice(1)] };
  expect(jsonOf(shared)).toBe(JSON.stringify(plain));
  expect(jsonOf(plain)).toBe(JSON.stringify(plain));
  expect(jsonOf([shareJson({ id: 1 })])).toBe('[{"id":1}]');
  expect(jsonOf({})).toBe('{}');
});

it('Only a response with shared objects is encoded, because they are already', () => {
  expect(responseToJson({ items: [{ id: 1 }] })).toBe('{"items":[{"id":1}]}');
  const { length } = Buffer.from('{"items":[{"text":"Größe"}]}');
  const encoded = responseToJson({ items: [shareJson({ text: 'Größe' })] });
  expect(Buffer.isBuffer(encoded)).toBe(true);
  expect(encoded).toHaveLength(length);
});

it('A shared object is written once, for the first response, and cannot change afterwards', () => {
  let written = 0;
  const item = shareJson({
    id: 1,
    toJSON() {
      written += 1;
      return { id: this.id };
    },
  });
  expect(written).toBe(0);
  expect(jsonOf({ items: [item, item] })).toBe('{"items":[{"id":1},{"id":1}]}');
  expect(written).toBe(1);
  expect(() => Object.assign(item, { id: 2 })).toThrow(TypeError);
});
