import { describe, expect, it } from 'vitest';
import { checkMessages, createCatalog, findMessages, findUntranslated, hasMessages } from './messages.ts';

const screen = 'web/src/features/posts/post-card.tsx';
/** The texts that the finder reports, without the advice. */
const untranslated = (source: string) =>
  findUntranslated(screen, source).map((problem) => /the text '(.*)' isn't/s.exec(problem)?.[1]);

describe('Files with messages', () => {
  it.each([
    [screen, true],
    ['server/src/features/posts/create-post.ts', true],
    ['contract/src/errors.ts', true],
    ['web/src/features/posts/post-card.test.tsx', false],
    ['web/src/features/posts/post-card.gallery.tsx', false],
    ['web/src/lib/api/endpoints.gen.ts', false],
    ['tools/messages/messages.ts', false],
    ['web/src/styles.css', false],
  ])('%s: %s', (path, expected) => expect(hasMessages(path)).toBe(expected));
});

describe('Found messages', () => {
  it('have the text, path and line of each call of t, tRich and msg', () => {
    const source = [
      "const label = msg('Newest first');",
      "const text = () => t('Hello, {name}', { name: t('you') });",
      "const rich = () => tRich('Read <link>it</link>', { link });",
      'const plain = () => t(`No values`);',
    ].join('\n');
    expect(findMessages(screen, source)).toEqual([
      { text: 'Newest first', path: screen, line: 1 },
      { text: 'Hello, {name}', path: screen, line: 2 },
      { text: 'you', path: screen, line: 2 },
      { text: 'Read <link>it</link>', path: screen, line: 3 },
      { text: 'No values', path: screen, line: 4 },
    ]);
  });

  it('leave out other functions and computed messages', () => {
    const source = `translate('No'); i18n.t('No'); t(label); t(\`Hello \${name}\`); const t = 'No';`;
    expect(findMessages(screen, source)).toEqual([]);
  });
});

describe('A message with the wrong syntax or values', () => {
  it.each([
    ['an open brace', "t('Hello {name')", /isn't valid.*EXPECT_ARGUMENT_CLOSING_BRACE/],
    ['an open tag', "tRich('Read <link>it', { link })", /isn't valid.*UNCLOSED_TAG/],
    [
      'a plural without other',
      "t('{count, plural, one {# member}}', { count })",
      /isn't valid.*MISSING_OTHER/,
    ],
    ['a syntax error in a constant', "msg('Hello {name')", /isn't valid/],
    ['a named format', "t('{share, number, percent}', { share })", /the format percent isn't defined/],
    ['a named date format', "t('{at, date, short}', { at })", /the format short isn't defined/],
    ['no values', "t('Hello, {name}')", /needs name$/],
    ['a missing value', "t('{name} joined {space}', { name })", /needs space$/],
    ['an unused value', "t('Hello, {name}', { name, space })", /doesn't use space$/],
    ['a value that is needed only in a plural', "t('{n, plural, one {a {x}} other {b}}', { n })", /needs x$/],
    ['a value that is needed only in a select', "t('{k, select, a {{x}} other {b}}', { k })", /needs x$/],
    ['a value within a tag', "tRich('<b>{x}</b>', { b })", /needs x$/],
    ['a missing tag', "tRich('Read <link>it</link>', {})", /needs link$/],
    ['an empty tag', "tRich('By <author></author>', {})", /needs author$/],
    [
      'a value after the number of a plural, in a tag',
      "tRich('{n, plural, other {<b>#{x}</b>}}', { n, b })",
      /needs x$/,
    ],
    ['a choice of messages', "t(isPost ? 'Post removed' : 'Comment removed')", /one literal text per call/],
    ['a glued message', "t('Post ' + name)", /one literal text per call/],
    ['a template with values', 't(`Post $' + '{name}`)', /one literal text per call/],
  ])('is reported: %s', (_name, source, problem) => {
    const problems = checkMessages(screen, `\n${source};`);
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems[0]).toMatch(`${screen}:2: `);
  });

  it.each([
    ['a plain text', "t('Couldn\\'t save')"],
    ['a quoted brace', `t("A literal '{' and '<b>'")`],
    ['values by name, shorthand and quoted', "t('{a} {b} {c}', { a: 1, b, 'c': 2 })"],
    [
      'plural, select and number',
      "t('{n, plural, =0 {none} one {# of {k}} other {{n, number} {s, select, a {b} other {c}}}}', { n, k, s })",
    ],
    ['skeletons', "t('{a, number, ::percent} {b, date, ::yMMMd}', { a, b })"],
    ['tags in branches', "tRich('{n, plural, one {<b>#</b> one} other {<b>#</b>}}', { n, b })"],
    ['a handler as a method', "tRich('<b>x</b>', { b(text) { return text; } })"],
    ['values from elsewhere', "t('Hello, {name}', values)"],
    ['spread values', "t('{count} of {limit} {unit}', { unit, ...sizes })"],
    ['a constant with values', "msg('Level {level}')"],
    ['a constant, translated later', 't(label); t(labels[kind]); t(isOpen ? open : closed, { count })'],
    ['another function', "translate('Hello {')"],
  ])('is not: %s', (_name, source) => {
    expect(checkMessages(screen, source)).toEqual([]);
  });
});

describe('Texts outside of the catalog', () => {
  it.each([
    ['text in JSX', '<p>Hello</p>', ['Hello']],
    ['a single lowercase word in JSX', '<p>joined {time}</p>', ['joined']],
    ['an attribute', '<img alt="A red bike" />', ['A red bike']],
    ['an attribute in braces', "<Button label={'Save changes'} />", ['Save changes']],
    ['both branches of an attribute', "<p title={on ? 'Turn off' : 'Turn on'} />", ['Turn off', 'Turn on']],
    ['a property', "toast({ title: 'Post removed' });", ['Post removed']],
    ['a constant', "const failed = 'Could not save';", ['Could not save']],
    ['a default', "const show = (label = 'Show more') => label;", ['Show more']],
    ['a returned text', "function text() { return 'Just now'; }", ['Just now']],
    ['an assigned text', "document.title = 'New post';", ['New post']],
    ['an assigned property', "problems.url = 'Use a link';", ['Use a link']],
    ['a list of texts', "const days = ['Monday', 'Tuesday'];", ['Monday', 'Tuesday']],
    ['a template', 'const text = `$' + '{count} new posts`;', ['{} new posts']],
    ['a template without values', 'const text = `All posts`;', ['All posts']],
    ['an argument', "setProblem('Choose a reason.');", ['Choose a reason.']],
    ['text between the tags of HTML', "const a = '<p class=x>Hello there';", ['<p class=x>Hello there']],
    ['an operand', "const who = name ?? 'Someone else';", ['Someone else']],
  ])('are reported: %s', (_name, source, texts) => {
    expect(untranslated(source)).toEqual(texts);
  });

  it.each([
    ['translated texts', "<p title={t('Hello there')}>{tRich('By <a>me</a>', { a })}</p>"],
    ['marked texts', "const label = msg('Newest first');"],
    ['classes', '<p className="flex gap-2">{cx("block size-9", className)}</p>'],
    ['constants of classes', "const linkClass = 'link text-sm';"],
    [
      'keys and identifiers',
      '<A key="Big key" id="Some id" type="button" href="/a b" role="alert dialog" />',
    ],
    ['a list of names', 'const names = new Set(`login signup reset`.split(/\\s+/));'],
    ['imports', "import { a } from 'Some file'; export * from 'Other file';"],
    ['assigned attributes', "document.cookie = 'a=b; path=/'; box.className = 'flex gap-2';"],
    ['types', "type A = 'Some state' | 'Other state'; const a = b as 'Some state';"],
    ['thrown errors', "throw new AppError('Something broke here');"],
    ['errors that are passed on', "reject(new Error('Something broke here'));"],
    ['comparisons', "if (key === 'Escape' || 'Arrow down' !== key) stop();"],
    ['cases', "switch (key) { case 'Escape': stop(); }"],
    ['access by name', "row['Some column'];"],
    ['property names', "const a = { 'Content type': 1 };"],
    ['logs', "log.warn('Something broke here');"],
    ['queries', "const q = sql`select a from b`; query = query.where('id', 'not in', ids);"],
    ['addresses', "const a = 'https://example.com/Some page';"],
    ['markup', 'const a = \'<!doctype html><html lang=en><p class="big one">· &middot;</p>\';'],
    [
      'headers',
      "const a = ['text/html; charset=utf-8', 'id=x; HttpOnly; Path=/', \"img-src 'self' data:\"];",
    ],
    ['styles', "const a = 'main { margin: 0 auto; font: 16px/1.6 Inter, sans-serif; }';"],
    ['metrics', "new Counter({ name: 'a', help: 'Requests that failed' });"],
    [
      'messages of error classes',
      "class A extends Error { constructor() { super('Something broke here'); } }",
    ],
    ['constants in capitals', "const a = 'GET';"],
    ['symbols and entities', '<p>· &nbsp; 3 × 4</p>'],
    ['codes', "const a = ['post.created', 'role_change', 'dark'];"],
  ])('are not: %s', (_name, source) => {
    expect(untranslated(source)).toEqual([]);
  });

  it('name their line, and are exempt with a reason above', () => {
    const source = "const a = 'My text';\n// Not translated: a product name.\nconst b = 'Big Maps';";
    expect(findUntranslated(screen, source)).toEqual([
      `${screen}:1: the text 'My text' isn't in the catalog; use t, tRich, or msg`,
    ]);
  });
});

describe('The catalog', () => {
  it('has each message once, sorted, with the files that use it', () => {
    const catalog = createCatalog([
      ...findMessages('web/src/b.ts', "t('Save'); t('Cancel'); t('Save');"),
      ...findMessages('web/src/a.ts', "msg('Save'); t('{n, plural, one {# post} other {# posts}}', { n });"),
    ]);
    expect(catalog.endsWith('}\n')).toBe(true);
    expect(Object.entries(JSON.parse(catalog) as object)).toEqual([
      ['Cancel', { defaultMessage: 'Cancel', description: 'web/src/b.ts' }],
      ['Save', { defaultMessage: 'Save', description: 'web/src/a.ts, web/src/b.ts' }],
      [
        '{n, plural, one {# post} other {# posts}}',
        { defaultMessage: '{n, plural, one {# post} other {# posts}}', description: 'web/src/a.ts' },
      ],
    ]);
  });

  it('is an empty object without messages', () => {
    expect(createCatalog([])).toBe('{}\n');
  });
});
