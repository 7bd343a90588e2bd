import { expect, it } from 'vitest';
import type { Tx } from './db/database.ts';
import { assembleHooks, type FeatureHooks, type HookContext, runHooks } from './lifecycle.ts';

const tx = {} as Tx;
const contextOf = (features: { name: string; hooks?: FeatureHooks }[], order: string[]) =>
  ({ hooks: assembleHooks(features, order) }) as HookContext;
const left = { space_id: 'space', user_id: 'user', reason: 'left' } as const;

it('Hooks run one after another in the declared order, whatever the order of the features', async () => {
  const ran: string[] = [];
  const recording = (name: string): FeatureHooks => ({
    membershipEnded: async (_tx, event) => {
      ran.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      ran.push(`${name} ends for ${event.user_id}`);
    },
  });
  const features = ['a', 'b', 'c'].map((name) => ({ name, hooks: recording(name) }));
  const context = contextOf([...features, { name: 'without' }], ['c', 'a', 'b']);
  await runHooks(tx, context, 'membershipEnded', left);
  await runHooks(tx, context, 'spaceCreated', { space_id: 'space', user_id: 'user', created_at: '' });
  expect(ran).toEqual(['c', 'a', 'b'].flatMap((name) => [`${name} begins`, `${name} ends for user`]));
});

it('A hook that throws stops the others and fails the change', async () => {
  const ran: string[] = [];
  const context = contextOf(
    [
      {
        name: 'first',
        hooks: {
          membershipEnded: async () => {
            throw new Error('refused');
          },
        },
      },
      { name: 'second', hooks: { membershipEnded: async () => void ran.push('second') } },
    ],
    ['first', 'second'],
  );
  await expect(runHooks(tx, context, 'membershipEnded', left)).rejects.toThrow('refused');
  expect(ran).toEqual([]);
});

it('The server refuses to start if the order and the features with hooks differ', () => {
  const features = [{ name: 'map', hooks: {} }, { name: 'feed' }];
  expect(() => assembleHooks(features, [])).toThrow('The hooks of map have no position in hook-order.ts');
  expect(() => assembleHooks(features, ['map', 'feed'])).toThrow(
    'hook-order.ts lists feed, which has no hooks',
  );
});

it('The server refuses to start if hooks would be lost or run twice', () => {
  const features = [
    { name: 'map', hooks: {} },
    { name: 'feed', hooks: {} },
  ];
  expect(() => assembleHooks([...features, { name: 'map', hooks: {} }], ['map', 'feed'])).toThrow(
    'Two features with hooks are called map',
  );
  expect(() => assembleHooks(features, ['map', 'feed', 'map'])).toThrow('hook-order.ts lists map twice');
  // A second part of a feature without hooks loses none.
  expect(() => assembleHooks([...features, { name: 'map' }], ['map', 'feed'])).not.toThrow();
});
