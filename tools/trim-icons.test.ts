import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { trimIcon } from './trim-icons.ts';

const iconOf = (name: string) =>
  readFileSync(
    fileURLToPath(new URL(`../node_modules/lucide-react/dist/esm/icons/${name}.mjs`, import.meta.url)),
    'utf8',
  );
const shapeOf = (code: string) =>
  [...code.matchAll(/(\w+): "([^"]*)"/g)].map(([, name, value]) => `${name} ${value}`);

it('An icon keeps its name and its shapes, without keys and former names', () => {
  for (const name of ['lock', 'house', 'ellipsis', 'circle-exclamation-point']) {
    const before = iconOf(name);
    const after = trimIcon(before);
    expect(before).toMatch(/key: "/);
    expect(after).not.toMatch(/key:|aliases|__iconData\.node;/);
    expect(shapeOf(after)).toEqual(shapeOf(before).filter((field) => !field.startsWith('key ')));
  }
});
