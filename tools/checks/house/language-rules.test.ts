import { describe, expect, it } from 'vitest';
import { checkLanguage, splitName } from './language-rules.ts';

const action = 'server/src/features/posts/create-post.ts';
const screen = 'web/src/features/posts/post-card.tsx';

describe('Language rules', () => {
  it.each([
    [action, `const ${'tell'}People = 1;`, 'notify'],
    [action, `row.${'thing'}_id;`, 'target'],
    [action, `type ${'Picture'}Size = number;`, 'image'],
    [`server/src/features/posts/${'tell'}-people.ts`, '', 'notify'],
    ['server/migrations/1_x.sql', `create table member_${'notices'} (id int);`, 'notification'],
    [action, `// As ${'document'} 1 says.`, 'cites'],
    ['docs/architecture.md', `See ${'reading'} A72.`, 'cites'],
    [screen, `<p>${'Nobody'} is here.</p>`, 'no one'],
    [screen, `const title = 'The post could not be ${'saved'}';`, "couldn't"],
    [
      'contract/src/features/spaces/spaces.errors.ts',
      `message: 'Ask the ${'people who run'} this space.'`,
      'moderators',
    ],
  ])('reject %s: %s', (path, text, hint) => {
    expect(checkLanguage(path, text)).toEqual([expect.stringContaining(hint)]);
  });

  it.each([
    [action, 'const notification = await notifyMembers(tx);'],
    [action, "const label = 'Tell us';"],
    [action, '// Nothing here is told twice.'],
    [screen, '<p>Tell us what happened.</p>'],
    ['server/src/features/quizzes/grading.ts', `const ${'answers'} = 1;`],
    ['server/seed/content/people.ts', `const ${'answers'} = 1;`],
  ])('accept %s: %s', (path, text) => {
    expect(checkLanguage(path, text)).toEqual([]);
  });

  it('split names at humps, underscores, hyphens and dots', () => {
    expect(splitName('toHTMLText')).toEqual(['to', 'html', 'text']);
    expect(splitName('event_log-entry.test')).toEqual(['event', 'log', 'entry', 'test']);
  });
});
