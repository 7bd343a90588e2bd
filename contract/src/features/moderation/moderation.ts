import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { cursor, defineEndpoint, emptyResponse, id, liveCursor, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { person } from '../../users.ts';
import { maxReportNote } from '../../values/limits.ts';
import { image, storedFile } from '../uploads/uploads.ts';

/** Why something is reported: it breaks a rule of the space, or another reason. */
export const reportReasons = ['rule', 'spam', 'harassment', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

const text = limitCharacters(z.string().trim(), {
  max: [maxReportNote, () => t('At most {max, number} characters', { max: maxReportNote })],
});
const reportBody = z.object({
  reason: z.enum(reportReasons),
  /** With `rule`: the id of the broken rule. */
  rule_id: z.string().max(64).optional(),
  /** Required with `other`. */
  note: text.optional(),
});
/** The reason that the author sees. */
const removalReason = text.min(1, { error: () => t('Add a reason. The author will see it.') });

const report = z.object({
  id,
  /** Null if the person reported is an owner or admin, or was one when the report was made. */
  reporter: person.nullable(),
  reason: z.enum(reportReasons),
  /** The text of the rule when it was reported. */
  rule_text: z.string().nullable(),
  note: z.string().nullable(),
  created_at: timestamp,
});

export const caseOutcomes = ['dismissed', 'removed', 'banned'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/** A case: reported content or a reported member in its context, with the reports. */
export const moderationCase = z.object({
  id,
  space_id: id,
  kind: z.enum(['post', 'comment', 'member']),
  target_id: id,
  /** The author of the content; for a member, that person. */
  author: person,
  /** The reported post, or the post of the reported comment. */
  post: z.object({ id, slug: z.string(), title: z.string(), is_deleted: z.boolean() }).nullable(),
  /** The start of a post as text; otherwise null. */
  excerpt: z.string().nullable(),
  /** The comment as sanitized HTML; otherwise null. */
  body: z.string().nullable(),
  images: z.array(image),
  /** Documents and videos. */
  files: z.array(storedFile),
  /** When the content was deleted, by anyone. */
  deleted_at: timestamp.nullable(),
  report_count: z.number().int(),
  /** The latest five. */
  reports: z.array(report),
  created_at: timestamp,
  resolved_at: timestamp.nullable(),
  outcome: z.enum(caseOutcomes).nullable(),
  outcome_reason: z.string().nullable(),
  resolved_by: person.nullable(),
  /** What the viewer can do with the case. */
  permissions: z.object({ can_resolve: z.boolean(), can_ban: z.boolean() }),
});
export type ModerationCase = z.output<typeof moderationCase>;

/** Removed content of the viewer that they haven't acknowledged yet. */
export const myRemoval = z.object({
  kind: z.enum(['post', 'comment']),
  id,
  /**
   * The removed post, or the post of the removed comment. The title is null for a comment whose post was deleted.
   */
  post: z.object({ id, slug: z.string(), title: z.string().nullable() }),
  /** The start of the content, as text. */
  excerpt: z.string(),
  reason: z.string().nullable(),
  removed_at: timestamp,
});
export type MyRemoval = z.output<typeof myRemoval>;

const ofPost = z.object({ post_id: id });
const ofComment = z.object({ comment_id: id });
const inSpace = z.object({ space_id: id });
/**
 * Who reviews a report: the space's moderators, or the server's operator if the person reported is the only
 * moderator.
 */
export const reportReviewer = z.enum(['moderators', 'operator']);
export type ReportReviewer = z.output<typeof reportReviewer>;
/** `already`: the viewer has reported this before, and nothing changed. */
const reported = z.object({ already: z.boolean(), reviewed_by: reportReviewer });
const reportErrors = ['cannot_report_self', 'rule_not_found', 'report_note_required'] as const;

export const moderationLiveEvents = {
  /** A moderator removed content: to its author and the moderators, with the reason. */
  'content.removed': z.object({
    kind: z.enum(['post', 'comment']),
    id,
    post_id: id,
    space_id: id,
    author_id: id,
    reason: z.string().nullable(),
  }),
  /** The number of open cases of a space: to its moderators. */
  'space.report_count_changed': z.object({
    space_id: id,
    open_count: z.number().int(),
    version: z.number().int(),
  }),
};

export const moderationEndpoints = {
  report_post: defineEndpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/report',
    summary: 'Report a post to the moderators. A second report by the same person changes nothing.',
    access: 'space-member',
    params: ofPost,
    body: reportBody,
    output: reported,
    errors: [...reportErrors],
    rateLimit: 'write',
  }),
  report_comment: defineEndpoint({
    method: 'PUT',
    path: '/api/comments/:comment_id/report',
    summary: 'Report a comment to the moderators. A second report by the same person changes nothing.',
    access: 'space-member',
    params: ofComment,
    body: reportBody,
    output: reported,
    errors: [...reportErrors],
    rateLimit: 'write',
  }),
  report_member: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/members/:user_id/report',
    summary: 'Report a member to the moderators. A second report by the same person changes nothing.',
    access: 'space-member',
    params: z.object({ space_id: id, user_id: id }),
    body: reportBody,
    output: reported,
    errors: ['member_not_found', ...reportErrors],
    rateLimit: 'write',
  }),
  get_open_cases: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/reports/count',
    summary: 'Count open cases. Cases about the viewer are not counted.',
    access: 'space-editor',
    params: inSpace,
    output: z.object({
      open_count: z.number().int(),
      version: z.number().int(),
      live_cursor: liveCursor,
    }),
    rateLimit: 'none',
  }),
  list_cases: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/reports',
    summary:
      'List cases, 20 a page, latest first: open or resolved ones. Cases about the viewer are left out.',
    access: 'space-editor',
    params: inSpace,
    query: z.object({ status: z.enum(['open', 'resolved']).default('open'), cursor }),
    output: z.object({ cases: z.array(moderationCase), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
  resolve_case: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/reports/:case_id/outcome',
    summary:
      'Resolve a case: dismiss it, remove the content, or ban its author (which also removes the content). The author sees the reason.',
    access: 'space-editor',
    params: z.object({ space_id: id, case_id: id }),
    body: z.object({
      outcome: z.enum(caseOutcomes),
      /** Required to remove or ban. */
      reason: text.optional(),
    }),
    output: emptyResponse,
    errors: [
      'case_not_found',
      'case_resolved',
      'removal_needs_reason',
      'member_not_found',
      'remove_not_allowed',
      'owner_cannot_be_removed',
      'cannot_remove_self',
      'admins_cannot_remove_admins',
    ],
    rateLimit: 'write',
  }),
  remove_post: defineEndpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/removal',
    summary: "Remove someone's post (owner or admin) with a reason that its author sees.",
    access: 'space-editor',
    params: ofPost,
    body: z.object({ reason: removalReason }),
    output: emptyResponse,
    rateLimit: 'write',
  }),
  list_my_removals: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/removals',
    summary:
      "List the viewer's removed content in a space with the reasons, latest first, at most 20, until they acknowledge it.",
    access: 'space-member',
    params: inSpace,
    output: z.object({ removals: z.array(myRemoval) }),
    rateLimit: 'none',
  }),
  acknowledge_removal: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/removals/:target_id/seen',
    summary:
      "Acknowledge the removal of one's own content. Repeating it, or calling it for other content, changes nothing.",
    access: 'space-member',
    params: inSpace.extend({ target_id: id }),
    output: emptyResponse,
    rateLimit: 'write',
  }),
  remove_comment: defineEndpoint({
    method: 'PUT',
    path: '/api/comments/:comment_id/removal',
    summary: "Remove someone's comment (owner or admin) with a reason that its author sees.",
    access: 'space-editor',
    params: ofComment,
    body: z.object({ reason: removalReason }),
    output: emptyResponse,
    rateLimit: 'write',
  }),
};
