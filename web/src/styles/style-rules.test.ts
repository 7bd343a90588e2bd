import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
const sheets = globSync('**/*.css', { cwd: import.meta.dirname });
/** The text between the braces of a rule, without what is nested in it. */
function declarationsOf(css: string, selector: string): string {
  const start = css.indexOf(`${selector} {`);
  expect(start, selector).toBeGreaterThanOrEqual(0);
  return css.slice(css.indexOf('{', start) + 1).split(/[{}]/)[0] ?? '';
}

it.each(sheets)('%s shows focus without the accent, which may look like an error', (name) => {
  for (const [rule] of read(name).matchAll(/[^{};]*:focus[^{]*\{[^{}]*/g))
    expect(rule).not.toContain('--accent');
  expect(read(name)).not.toMatch(/outline:[^;]*--accent/);
});

it('draws the border of an editor above its toolbar, whose line would cut it', () => {
  const editor = read('lazy/writing/editor.css');
  const from = editor.slice(editor.indexOf('  .editor {'));
  expect(declarationsOf(from, '.editor')).toContain('position: relative');
  expect(declarationsOf(from, '.editor')).not.toContain('box-shadow');
  expect(declarationsOf(from, '&::after')).toMatch(/position: absolute;[^}]*box-shadow:/s);
  expect(declarationsOf(from, '&:focus-within::after')).toContain('--focus');
});

it('replaces the clear mark of search fields, which browsers draw in their own blue', () => {
  const mark = declarationsOf(read('base.css'), 'input[type="search"]::-webkit-search-cancel-button');
  expect(mark).toContain('appearance: none');
  expect(mark).toContain('var(--ink-faint)');
});

it('has one height for the controls of a toolbar: 36 px, and 44 px for touch', () => {
  const tokens = read('tokens.css');
  expect(tokens).toContain('--height-control: 2.25rem');
  expect(tokens.match(/@media \(pointer: coarse\)[^}]*--height-control: 2\.75rem/)).not.toBeNull();
  expect(declarationsOf(read('parts/buttons.css'), '.btn')).toContain('height: var(--height-control)');
  expect(declarationsOf(read('parts/filters.css'), '.chip')).toContain('height: var(--height-control)');
  expect(declarationsOf(read('lazy/fields.css'), '.toolbar .control')).toContain('var(--height-control)');
});

it('has no transitions under reduced motion, not even short ones, which delay every change by a frame', () => {
  const reduced = read('base.css').split('@media (prefers-reduced-motion: reduce)')[1] ?? '';
  expect(reduced.split('transition-duration:')[1]?.trimStart()).toMatch(/^0s !important/);
});

it('makes names high enough for touch, but not in sentences, where they would cover the name in the next line', () => {
  const people = read('parts/people.css');
  const rule = people.slice(people.indexOf('  .name-button {'));
  expect(declarationsOf(rule, '.name-button')).not.toContain('padding-block');
  expect(declarationsOf(rule, 'p > &')).not.toContain('padding-block');
  expect(declarationsOf(rule.slice(rule.indexOf(':not(p) > &')), '(width < 48rem)')).toContain(
    'padding-block',
  );
});

it('draws the focus of the map over the map', () => {
  expect(declarationsOf(read('lazy/map.css'), '&:focus-visible')).toContain('outline: 2px solid');
});

it('keeps a place for the state of a draft, so that its texts move no button', () => {
  const state = declarationsOf(read('lazy/writing/composer.css'), '.draft-status');
  expect(state).toContain('flex: none');
  expect(state).toMatch(/width: \d/);
  expect(state).toContain('white-space: nowrap');
});

it('leaves the text of a page where it is while it is edited', () => {
  const courses = read('lazy/classroom/courses.css');
  const page = courses.slice(courses.indexOf('  .lesson {'));
  const padding = /padding: \S+ (\S+) \S+;/.exec(declarationsOf(page, '@media (width >= 48rem)'))?.[1];
  const editor = courses.slice(courses.indexOf('.composer[data-variant="document"] {'));
  expect(declarationsOf(editor, '> .contents > *')).toContain(`margin-inline: ${padding};`);
});
