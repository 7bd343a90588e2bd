import { describe, expect, it } from 'vitest';
import { reactableTargets } from '#contract/values/reactions.ts';
import { targetKinds } from '#contract/values/targets.ts';
import { features } from './app.ts';
import { allWith, capabilityOf, collectTargets, locatorsOf } from './platform/targets.ts';

describe('Targets', () => {
  const targets = collectTargets(features);

  it('are registered by a feature for each kind', () => {
    expect(Object.keys(targets).toSorted()).toEqual([...targetKinds].toSorted());
    const [owner] = features.filter((feature) => feature.targets?.comment);
    const others = features.filter((feature) => feature !== owner);
    expect(() => collectTargets(others)).toThrow('No feature registers the targets comment');
    expect(() => collectTargets([...features, ...features])).toThrow('again');
  });

  it('can be found by the path parameters of their kinds', () => {
    expect(locatorsOf(targets).map(([param]) => param)).toEqual([
      'post_id',
      'comment_id',
      'event_id',
      'course_id',
      'space_id',
    ]);
  });

  it('say what members can do with them', () => {
    const kindsWith = (capability: 'reports' | 'removals' | 'reactions') =>
      targetKinds.filter((kind) => targets[kind][capability]);
    expect(kindsWith('reports')).toEqual(['post', 'comment', 'member']);
    expect(kindsWith('removals')).toEqual(['post', 'comment']);
    expect(kindsWith('reactions').toSorted()).toEqual(Object.keys(reactableTargets).toSorted());
    expect(allWith(targets, 'removals')).toHaveLength(2);
    expect(capabilityOf(targets, 'post', 'reports').label('Ann')).toBe('a post by Ann');
    expect(() => capabilityOf(targets, 'event', 'reactions')).toThrow('The target event has no reactions');
  });
});
