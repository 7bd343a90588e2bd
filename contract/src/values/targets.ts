/** What is part of a space. A member is the user in a space. */
export const spaceTargetKinds = ['post', 'comment', 'event', 'course', 'member', 'space'] as const;
export type SpaceTargetKind = (typeof spaceTargetKinds)[number];

/** What a notification, report, reaction, mention or point can be about. A message is part of no space. */
export const targetKinds = [...spaceTargetKinds, 'message'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** One of them. The id of a member is that of the user. */
export interface Target<Kind extends TargetKind = TargetKind> {
  kind: Kind;
  id: string;
}

interface LinkedTarget extends Target {
  /** The post of a comment, or the page of a course. */
  post_id: string | null;
  /** The conversation of a message. */
  conversation_id?: string | null;
}

export interface TargetPath {
  /** The path below that of the space: `/space/calendar`. That of a message is the whole path. */
  path: string;
  search: { highlight?: string; highlight_comment?: string; event?: string; md?: string; ch?: string };
}

/** Length of a slug: a conversation ID without dashes. */
const slugLength = 32;

/** Returns the slug of a conversation, which addresses contain. */
export const toConversationSlug = (conversationId: string): string =>
  conversationId.replaceAll('-', '').slice(0, slugLength);

const paths: { readonly [Kind in TargetKind]: (target: LinkedTarget) => TargetPath } = {
  // Posts open at their own address, so they needn't be in the loaded feed.
  post: ({ id }) => ({ path: `/space/${id}`, search: { highlight: id } }),
  comment: ({ id, post_id }) => ({ path: `/space/${post_id}`, search: { highlight_comment: id } }),
  event: ({ id }) => ({ path: '/space/calendar', search: { event: id } }),
  course: ({ id, post_id }) => ({
    path: `/space/classroom/${id}`,
    search: post_id === null ? {} : { md: post_id },
  }),
  member: () => ({ path: '/space/members', search: {} }),
  space: () => ({ path: '/space', search: {} }),
  message: ({ conversation_id }) => ({
    path: '/app/chat',
    search: conversation_id ? { ch: toConversationSlug(conversation_id) } : {},
  }),
};

/** Returns where a target is shown. */
export const targetPath = (target: LinkedTarget): TargetPath => paths[target.kind](target);
