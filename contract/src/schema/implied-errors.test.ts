import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '../api.ts';
import type { ErrorCode } from '../errors.ts';
import { type Endpoint, id } from './endpoint.ts';
import { impliedErrors, locatedParam } from './implied-errors.ts';

const post = '/api/posts/:post_id';

describe('Errors implied by access', () => {
  it.each([
    ['public', []],
    ['signed-in', []],
    ['space-visitor', ['post_not_found']],
    ['space-viewer', ['post_not_found']],
    ['space-member', ['post_not_found', 'membership_required']],
    ['space-editor', ['post_not_found', 'membership_required', 'not_allowed']],
    ['space-owner', ['post_not_found', 'membership_required', 'not_allowed']],
  ] as const)('%s', (access, codes) => {
    expect(impliedErrors({ path: post, access })).toEqual(codes);
  });

  it('include the error of a feature that is turned off', () => {
    const codes: ErrorCode[] = ['space_not_found', 'map_not_enabled'];
    expect(impliedErrors({ path: '/api/spaces/:space_id', access: 'space-viewer', feature: 'map' })).toEqual(
      codes,
    );
  });

  it('include the error of an outdated cursor', () => {
    expect(impliedErrors({ path: '/api/x', access: 'public', query: z.object({ cursor: id }) })).toEqual([
      'invalid_cursor',
    ]);
  });

  it('name the content that comes first in the path', () => {
    expect(locatedParam('/api/posts/:post_id/comments/:comment_id')).toBe('post_id');
    expect(locatedParam('/api/cities')).toBeUndefined();
  });

  it('are declared by no endpoint a second time', () => {
    const repeated = (Object.entries(api) as [string, Endpoint][]).flatMap(([name, { errors }]) =>
      errors.filter((code, index) => errors.indexOf(code) !== index).map((code) => `${name}: ${code}`),
    );
    expect(repeated).toEqual([]);
  });
});
