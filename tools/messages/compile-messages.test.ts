import { resolve } from 'node:path';
import { build } from 'vite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { toFormatLocale } from '#contract/i18n/format-locale.ts';
import { defaultLocale } from '#contract/i18n/locale.ts';
import { t } from '#contract/i18n/translate.ts';
import { compileMessages } from './compile-messages.ts';

const root = resolve(import.meta.dirname, '../..');
const page = resolve(root, 'web/src/features/posts/sample.tsx');

/** Builds a page from this source for browsers or for the server's renderer, and returns its code. */
async function buildPage(source: string, { path = page, isSsrBuild = false } = {}): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'sample',
        resolveId: (id) => (id === path ? id : null),
        load: (id) => (id === path ? source : null),
      },
      compileMessages(),
    ],
    build: {
      write: false,
      minify: false,
      ssr: isSsrBuild,
      rolldownOptions: { input: path, preserveEntrySignatures: 'strict', output: { format: 'es' } },
    },
    ssr: { noExternal: true },
  });
  if (!('output' in output)) throw new Error('expected one output');
  return output.output[0].code;
}

const run = async (code: string) =>
  (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: unknown };

/** The arguments with which the built code calls `t` and the other functions. */
async function callsIn(expression: string, path?: string): Promise<unknown> {
  const functions = 'const t = (...call) => call; const tRich = t, msg = t, translate = t, i18n = { t };';
  return (await run(await buildPage(`${functions}\nexport default ${expression};`, { path }))).default;
}

describe('A build', () => {
  it.each([
    ['a plural', `t('{n, plural, one {# post} other {# posts}}', { n: 2 })`, ['n', 2, { one: [0, ' post'] }]],
    ['a select in a constant', `msg('{kind, select, post {Post} other {Comment}}')`, ['kind', 1, {}]],
  ])('replaces %s by an array', async (_name, call, node) => {
    expect(await callsIn(call)).toMatchObject([[node], ...(call.includes('{ n:') ? [{ n: 2 }] : [])]);
  });

  it('replaces values and tags by arrays', async () => {
    expect(await callsIn("t('Hello, {name}', { name: 'Mara' })")).toEqual([
      ['Hello, ', ['name']],
      { name: 'Mara' },
    ]);
    expect(await callsIn("tRich('Read <link>it</link>, <who></who>')")).toEqual([
      ['Read ', ['link', 'it'], ', ', ['who', '']],
    ]);
  });

  it('keeps plain messages', async () => {
    expect(await callsIn(`t("Couldn't save")`)).toEqual(["Couldn't save"]);
  });

  it('marks a message whose quoted brace it has resolved, so that it is not compiled again', async () => {
    expect(await callsIn(`t("Use '{'name'}' and '<b>'")`)).toEqual([['Use {name} and <b>']]);
  });

  it('compiles templates without values', async () => {
    expect(await callsIn('t(`Hello, {name}`, {})')).toEqual([['Hello, ', ['name']], {}]);
  });

  it('compiles messages within the values of others, and after characters of several bytes', async () => {
    expect(await callsIn("['👋 “Ünïcödé”', t('Hi {name} 👋', { name: t('you, {age}', {}) }), '…']")).toEqual([
      '👋 “Ünïcödé”',
      [['Hi ', ['name'], ' 👋'], { name: [['you, ', ['age']], {}] }],
      '…',
    ]);
  });

  it.each([
    ['calls of other functions', `translate('{n, plural, other {#}}')`, ['{n, plural, other {#}}']],
    ['calls of methods', `i18n.t('Hello, {name}')`, ['Hello, {name}']],
    ['messages from variables', `((label) => t(label))('Hello, {name}')`, ['Hello, {name}']],
  ])('keeps %s', async (_name, call, expected) => {
    expect(await callsIn(call)).toEqual(expected);
  });

  it('keeps the messages of the server, which compiles them itself', async () => {
    expect(await callsIn(`t('Hello, {name}')`, resolve(root, 'server/src/sample.ts'))).toEqual([
      'Hello, {name}',
    ]);
  });

  it('fails for a message with a syntax error', async () => {
    await expect(callsIn(`t('Hello, {name')`)).rejects.toThrow('EXPECT_ARGUMENT_CLOSING_BRACE');
  });
});

describe('A built page', () => {
  const cases: [string, Record<string, string | number>][] = [
    ["Couldn't save", {}],
    ["Use '{'name'}', '<b>' and it''s", {}],
    ["'{'", {}],
    ['Hello, {name}', { name: '{Mara} <b>' }],
    ['{n, plural, =0 {No posts} one {# post} other {# posts}}', { n: 0 }],
    ['{n, plural, =0 {No posts} one {# post} other {# posts}}', { n: 1 }],
    ['{n, plural, =0 {No posts} one {# post} other {# posts}}', { n: 1234 }],
    ['{kind, select, post {Your post in {space}} other {Your comment}}', { kind: 'post', space: 'Film' }],
    ['{n, selectordinal, one {#st} two {#nd} other {#th}}', { n: 22 }],
    ['{share, number, ::percent}', { share: 0.5 }],
  ];

  it.each([
    ['browsers', false],
    ['the renderer', true],
  ])('shows the same texts in %s as the server', async (_name, isSsrBuild) => {
    const calls = cases.map((call) => `t(${call.map((argument) => JSON.stringify(argument)).join(', ')})`);
    const source = `import { t } from '#contract/i18n/translate.ts';\nexport default [${calls.join(', ')}];`;
    const code = await buildPage(source, { isSsrBuild });
    // Browsers read from the page how to format.
    vi.stubGlobal('document', { documentElement: { dataset: { formats: toFormatLocale(defaultLocale) } } });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect((await run(code)).default).toEqual(cases.map(([message, values]) => t(message as 'text', values)));
    // Browsers don't load the parser, which is many times larger than the rest.
    if (!isSsrBuild) expect(code.length).toBeLessThan(15_000);
  });
});
