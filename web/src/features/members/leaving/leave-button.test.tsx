import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aSpace } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { LeaveButton } from './leave-button.tsx';

afterEach(cleanup);

it.each([
  ['a member', aSpace(), 1],
  ['the owner, who has to transfer the space first', { isOwner: true }, 0],
  ['someone who is not a member', aSpace({ membership: null }), 0],
] as const)('is offered to %s: %#', (_who, fields, count) => {
  const space =
    'isOwner' in fields ? aSpace({ permissions: { ...aSpace().permissions, ...fields } }) : fields;
  renderPage(createQueryClient(respondWith({})), <LeaveButton space={space} />);
  expect(screen.queryAllByRole('button', { name: 'Leave space' })).toHaveLength(count);
});
