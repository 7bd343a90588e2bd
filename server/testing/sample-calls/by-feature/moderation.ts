import type { ErrorCode } from '#contract/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { inSpace, ofComment, ofMember, ofPost } from '../sample-content.ts';
import type { FeatureCalls, SampleContext } from '../sample-context.ts';

/** Creates an open case about a member. */
async function newCase(context: SampleContext): Promise<string> {
  const { user_id, space_id } = await ofMember(context);
  const id = newId();
  await context.server.db
    .insertInto('moderation_cases')
    .values({
      id,
      space_id,
      kind: 'member',
      target_id: user_id,
      author_id: user_id,
      created_at: new Date().toISOString(),
    })
    .execute();
  return id;
}

const deniedForOwner = ({ role }: SampleContext): ErrorCode | null =>
  role === 'owner' ? 'cannot_report_self' : null;

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'moderation'> = {
  report_post: {
    input: async (context) => ({ ...(await ofPost(context)), reason: 'spam' as const }),
    denialReason: deniedForOwner,
  },
  report_comment: {
    input: async (context) => ({ ...(await ofComment(context)), reason: 'spam' as const }),
    denialReason: deniedForOwner,
  },
  report_member: {
    input: async (context) => ({ ...(await ofMember(context)), reason: 'harassment' as const }),
  },
  get_open_cases: { input: inSpace },
  list_cases: { input: inSpace },
  resolve_case: {
    input: async (context) => ({
      space_id: context.space.id,
      case_id: await newCase(context),
      outcome: 'dismissed' as const,
    }),
  },
  remove_post: { input: async (context) => ({ ...(await ofPost(context)), reason: 'Not here, please.' }) },
  list_my_removals: { input: inSpace },
  acknowledge_removal: { input: ({ space }) => ({ space_id: space.id, target_id: newId() }) },
  remove_comment: {
    input: async (context) => ({ ...(await ofComment(context)), reason: 'Not here, please.' }),
  },
};
