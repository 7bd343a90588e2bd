import { expect, it } from 'vitest';
import { checkStyleSheets } from './style-sheets.ts';

const sheets = [
  { path: 'web/src/styles/main.css', text: '.card { color: red }\n@source not inline("{blur,table}");' },
  { path: 'web/src/styles/lazy/chat.css', text: '@import "./chat/thread.css";' },
  {
    path: 'web/src/styles/lazy/chat/thread.css',
    text: `@layer components {
  .bubble,
  .card .bubble-time {
    .nested { color: red }
  }

  .card.quote { color: red }
}`,
  },
];
const path = 'web/src/features/chat/bubble.tsx';
const check = (text: string, at = path) => checkStyleSheets([...sheets, { path: at, text }]);
const missing = (name: string) => [
  `${path}: import '#web/styles/lazy/chat.css', which has the class ${name}`,
];

it.each([
  ['<p className="mt-2 bubble" />', 'bubble'],
  ['<p className={isOwn ? "bubble" : ""} />', 'bubble'],
  ['<p {...{ x: cx("quote", look) }} />', 'quote'],
  ['<Card bodyClassName="card quote" />', 'quote'],
])('A module imports the lazy style sheet with the rules of its classes: %s', (text, name) => {
  expect(check(text)).toEqual(missing(name));
  expect(check(`import '#web/styles/lazy/chat.css';\n${text}`)).toEqual([]);
});

it.each([
  '<p className="card" />',
  '<p className="nested bubble-time" />',
  '<p title="bubble" />',
  "const kind = 'bubble';",
])('Other classes and words need no style sheet: %s', (text) => expect(check(text)).toEqual([]));

it('Tests and the gallery import what they like', () => {
  for (const at of [
    'web/src/ui/bubble.test.tsx',
    'web/src/ui/bubble.gallery.tsx',
    'web/src/gallery/bubble.tsx',
  ])
    expect(check('<p className="bubble" />', at)).toEqual([]);
});

it('Words that Tailwind was told not to take for classes are none', () => {
  expect(check('<p className="table" title="blur" />')).toEqual([
    `${path}: web/src/styles/main.css leaves out the class table; remove it there`,
  ]);
});

it('Modules of `lazyInPage` exist', () => {
  const slot = (module: string) => check(`const card = lazyInPage('${module}', async () => Card);`);
  expect(slot('features/chat/bubble.tsx')).toEqual([]);
  expect(slot('features/chat/bubbles.tsx')).toEqual([
    `${path}: lazyInPage names features/chat/bubbles.tsx, which isn't what it imports in web/src/`,
  ]);
  const other = check("const card = lazyInPage('features/chat/bubble.tsx', () => import('./card.tsx'));");
  expect(other).toHaveLength(1);
});

it('Rules of classes that a component of the design system is given name its own class too', () => {
  const imports =
    "import '#web/styles/lazy/chat.css';\nimport { Dialog } from '#web/ui/overlays/dialog.tsx';\n";
  expect(check(`${imports}<Dialog className="bubble" />`)).toEqual([
    `${path}: the rule of bubble names the class of its component too, as in .dialog.bubble`,
  ]);
  expect(check(`${imports}<Dialog className="quote"><p className="bubble" /></Dialog>`)).toEqual([]);
});
