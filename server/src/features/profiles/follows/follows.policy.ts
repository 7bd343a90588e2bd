interface FollowTarget {
  user_id: string;
  is_blocked_by_viewer: boolean;
  has_blocked_viewer: boolean;
}

/** Whether a viewer is offered to follow a person. That the person has blocked them isn't said before they try. */
export const offersFollow = (viewerId: string, target: FollowTarget): boolean =>
  viewerId !== target.user_id && !target.is_blocked_by_viewer;

/** Whether a viewer can follow a person. A block on either side prevents it. */
export const canFollow = (viewerId: string, target: FollowTarget): boolean =>
  offersFollow(viewerId, target) && !target.has_blocked_viewer;
