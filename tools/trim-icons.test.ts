import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLucideIcon } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createIcon, type IconData } from './create-icon.ts';
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

it('The component of an icon renders what the one of lucide-react renders', () => {
  const data: IconData = {
    name: 'lock',
    node: [
      ['rect', { width: '18', height: '11', x: '3', y: '11', rx: '2', ry: '2' }],
      ['path', { d: 'M7 11V7a5 5 0 0 1 10 0v4' }],
    ],
  };
  const theirs = createLucideIcon(
    'lock',
    data.node.map(([shape, attributes]) => [shape, { ...attributes }]),
  );
  const ours = createIcon(data);
  const uses = [
    {},
    { size: 18, 'aria-hidden': 'true' },
    { size: 26, strokeWidth: 1.75, className: 'flex-none  text-faint' },
    { width: 10, fill: 'currentColor', style: { color: 'red' } },
    { 'aria-label': 'Locked', role: 'img' },
    { 'aria-label': undefined, 'data-on': '' },
    { children: createElement('title', null, 'Locked') },
  ] as const;
  for (const props of uses) {
    expect(renderToStaticMarkup(createElement(ours, props))).toBe(
      renderToStaticMarkup(createElement(theirs, props)),
    );
  }
});
