/** What a notification, report, reaction, mention or point can be about. A member is the user in a space. */
export const targetKinds = ['post', 'comment', 'event', 'member', 'space'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** One thing of a space. The id of a member is that of the user. */
export interface Target<Kind extends TargetKind = TargetKind> {
  kind: Kind;
  id: string;
}

interface LinkedTarget extends Target {
  /** The post of a comment. */
  post_id: string | null;
}

export interface TargetPath {
  /** The path below that of the space: `/space/calendar`. */
  path: string;
  search: { highlight?: string; highlight_comment?: string; event?: string };
}

const paths: { readonly [Kind in TargetKind]: (target: LinkedTarget) => TargetPath } = {
  // Posts open at their own address, so they needn't be in the loaded feed.
  post: ({ id }) => ({ path: `/space/${id}`, search: { highlight: id } }),
  comment: ({ id, post_id }) => ({ path: `/space/${post_id}`, search: { highlight_comment: id } }),
  event: ({ id }) => ({ path: '/space/calendar', search: { event: id } }),
  member: () => ({ path: '/space/members', search: {} }),
  space: () => ({ path: '/space', search: {} }),
};

/** Returns where a target is shown. */
export const targetPath = (target: LinkedTarget): TargetPath => paths[target.kind](target);
