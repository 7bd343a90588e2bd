import { createComment, deleteComment, updateComment } from '#server/features/comments/index.ts';
import { reportContent } from '#server/features/moderation/index.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoSpace, requireSpaceContext } from '../create-demo-space.ts';
import { withoutEmails } from '../without-emails.ts';
import type { DemoComment } from './moderation.queries.ts';

/** How long after writing a comment its author corrects it, in milliseconds. */
const correctedAfter = 9 * 60_000;

/** What members do with comments of a space, each at a given time in milliseconds. */
export interface ModerationSteps {
  /** Returns the space as a member sees it. */
  contextOf(viewer: Viewer): Promise<SpaceContext>;
  /** Returns the id of the new comment. */
  write(writer: Viewer, postId: string, body: string, at: number): Promise<string>;
  /** Adds a sentence to a comment, a few minutes after it was written. */
  addSentence(writer: Viewer, comment: DemoComment): Promise<void>;
  remove(author: Viewer, commentId: string, at: number): Promise<void>;
  report(
    reporter: Viewer,
    commentId: string,
    reason: 'rule' | 'spam' | 'harassment' | 'other',
    at: number,
    note?: string,
  ): Promise<void>;
}

export function createModerationSteps(platform: Platform, space: DemoSpace): ModerationSteps {
  const contextOf = (viewer: Viewer) => requireSpaceContext(platform, viewer, space.space_id);
  const ruleOf = (reason: string): { rule_id?: string } =>
    reason === 'rule' && space.rules[0] ? { rule_id: space.rules[0].id } : {};
  return {
    contextOf,
    async write(writer, post_id, body, at) {
      const scope = await contextOf(writer);
      const input = { client_id: newId(), post_id, body };
      return (await withFrozenTime(at, () => createComment(platform, writer, scope, input))).id;
    },
    async addSentence(writer, comment) {
      const scope = await contextOf(writer);
      const body = `${comment.body}<p>(Edit: a typo.)</p>`;
      await withFrozenTime(Date.parse(comment.created_at) + correctedAfter, () =>
        updateComment(platform, writer, scope, { comment_id: comment.id, body }),
      );
    },
    async remove(author, commentId, at) {
      const scope = await contextOf(author);
      await withFrozenTime(at, () => deleteComment(withoutEmails(platform), author, scope, commentId));
    },
    async report(reporter, id, reason, at, note) {
      const scope = await contextOf(reporter);
      await withFrozenTime(at, () =>
        reportContent(
          withoutEmails(platform),
          reporter,
          scope,
          { kind: 'comment', id },
          { reason, ...ruleOf(reason), note },
        ),
      );
    },
  };
}
