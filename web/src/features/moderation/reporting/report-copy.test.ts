import { describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { toReportedToast, toReviewerText } from './report-copy.ts';

const olive = { id: 'olive', full_name: 'Olive' };
const ada = { id: 'ada', full_name: 'Ada' };
const staff = (...people: (typeof olive)[]) => ({
  staff: people.map((user) => ({ role: 'admin', user })) as Space['staff'],
});

describe('Reviewer text of the report dialog', () => {
  it.each([
    ['about a member', staff(olive), ada, 'Only moderators can see that you reported it.'],
    [
      'about one of several moderators',
      staff(olive, ada),
      ada,
      "The other moderators can see your report, but not your name. Ada won't see it.",
    ],
    [
      'about the only moderator',
      staff(olive),
      olive,
      "Olive is the only moderator here, so your report goes to this site's operator instead.",
    ],
  ])('%s', (_name, space, reported, text) => {
    expect(toReviewerText(space, reported)).toBe(text);
  });

  it('follows the response of the server after sending', () => {
    expect(toReportedToast({ already: false, reviewed_by: 'moderators' })).toEqual({
      title: 'Report sent',
      description: 'The moderators will review it.',
    });
    expect(toReportedToast({ already: true, reviewed_by: 'operator' })).toMatchObject({
      title: 'You already reported this',
    });
  });
});
