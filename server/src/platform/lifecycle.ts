import type { Config } from './config.ts';
import type { Tx } from './db/database.ts';
import type { UploadUse } from './files/upload-uses.ts';
import type { RateLimits } from './http/limits/rate-limit.ts';
import type { Jobs } from './jobs/jobs.ts';

type Role = 'owner' | 'admin' | 'member';

/** A moderator's deletion of someone else's content. */
interface Removal {
  removed_by: string;
  /** What the author is told; null if the moderator gave no reason. */
  reason: string | null;
}

/** Changes that several features react to, with what their hooks get. */
export interface LifecycleEvents {
  /**
   * The owner of the address took the account back, by a password reset or an external sign-in that took over an account
   * with an unconfirmed address. Its sessions have ended; whatever else lets someone in must stop working too.
   */
  accountSecured: { user_id: string };
  /** A space was created. Its creator isn't a member yet. */
  spaceCreated: { space_id: string; user_id: string; created_at: string };
  /** Someone became an active member: they joined, were admitted, came back, or created the space. */
  membershipStarted: { space_id: string; user_id: string; role: Role; joined_at: string };
  /** Roles of active members changed. The member whose new role is `owner` becomes the owner of the space. */
  rolesChanged: { space_id: string; changes: { user_id: string; role: Role }[] };
  /** An active member left, was removed by a moderator, or was banned. */
  membershipEnded: { space_id: string; user_id: string; reason: 'left' | 'removed' | 'banned' };
  /**
   * A moderator banned someone, after `membershipEnded` if they were a member. Banning a banned person again runs it again,
   * with `was: 'banned'`.
   */
  memberBanned: {
    space_id: string;
    user_id: string;
    banned_by: string;
    was: 'member' | 'former_member' | 'banned';
  };
  postCreated: {
    space_id: string;
    post_id: string;
    user_id: string;
    client_id: string;
    created_at: string;
    title: string;
    body: string;
    /** The members that the post mentions. */
    mentioned: string[];
  };
  /** Something that members see was edited. */
  postUpdated: {
    space_id: string;
    post_id: string;
    user_id: string;
    edited_at: string;
    title: string;
    body: string;
    mentioned: string[];
  };
  postDeleted: {
    space_id: string;
    post_id: string;
    user_id: string;
    created_at: string;
    deleted_at: string;
    removal: Removal | null;
    /** The uploads of the post and its earlier versions; empty for a removal, which keeps them. */
    upload_ids: string[];
  };
  commentCreated: {
    space_id: string;
    post_id: string;
    comment_id: string;
    user_id: string;
    created_at: string;
    /** The comment as plain text. */
    text: string;
    mentioned: string[];
    below: 'post' | 'page';
    /** Null below a page of a course whose author can't open it anymore. */
    post_author_id: string | null;
    /** The author of the comment that this one replies to. */
    parent_author_id: string | null;
  };
  commentUpdated: {
    space_id: string;
    post_id: string;
    comment_id: string;
    user_id: string;
    edited_at: string;
    text: string;
    mentioned: string[];
  };
  commentDeleted: {
    space_id: string;
    post_id: string;
    comment_id: string;
    user_id: string;
    removal: Removal | null;
    /** The uploads of the comment and its earlier versions; empty for a removal, which keeps them. */
    upload_ids: string[];
  };
  /** Someone sent a message. */
  messageSent: {
    conversation_id: string;
    message_id: string;
    user_id: string;
    client_id: string;
    created_at: string;
    /** Whether the sender has a draft with this client id. */
    has_draft: boolean;
    /** The message as plain text. */
    text: string;
    /** The participants of the group that it mentions; nobody in a direct conversation. */
    mentioned: string[];
  };
  messageUpdated: {
    conversation_id: string;
    message_id: string;
    user_id: string;
    edited_at: string;
    text: string;
    mentioned: string[];
  };
  /** Someone deleted a message. */
  messageDeleted: { message_id: string };
  /** Someone added people to a group, or created it with them. `message_id` is the line of the system that says so. */
  participantsAdded: { conversation_id: string; message_id: string; user_id: string; added: string[] };
  /** Someone marked conversations as read about which they have unread notifications. */
  conversationsRead: { user_id: string; conversation_ids: string[] };
  /**
   * Someone follows a person from now on. It runs before that is stored, so that conversations are locked before the totals of
   * follows, as they are by a block.
   */
  userFollowed: { user_id: string; followed_user_id: string };
  /** Someone blocked a person. */
  userBlocked: { user_id: string; blocked_user_id: string };
  /** Messages were deleted, or the icon of a group was replaced, so that they may not use these uploads anymore. */
  chatUploadsReleased: { upload_ids: string[] };
  /** A page that posts and messages link to was read. */
  linkPreviewed: { url: string };
  /** Events of the calendar were edited or deleted, so that they may not use their earlier covers anymore. */
  eventCoversReleased: {
    space_id: string;
    /** The covers that they and their series had before, also those that some of them still use. */
    cover_upload_ids: string[];
  };
  /** Covers of courses and images of their pages were replaced or deleted, so that courses may not use them anymore. */
  courseUploadsReleased: { upload_ids: string[] };
  /** A page of a course was copied, in the same course. `title` is that of the copy. */
  coursePageCopied: {
    space_id: string;
    course_id: string;
    page_id: string;
    copy_id: string;
    title: string;
    user_id: string;
  };
}

/** The parts of the platform that hooks may use. Actions that run hooks need them all. */
export interface HookContext {
  hooks: Hooks;
  config: Config & { databaseUrl: string };
  jobs: Jobs;
  publicUrl: () => string;
  secret: string;
  rateLimits: RateLimits;
  uploadUses: readonly UploadUse[];
}

type Hook<E extends keyof LifecycleEvents> = (
  tx: Tx,
  event: LifecycleEvents[E],
  context: HookContext,
) => Promise<void>;

/** The hooks of one feature: what it does in the transaction that makes the change. */
export type FeatureHooks = { [E in keyof LifecycleEvents]?: Hook<E> };

/** The hooks of all features, each list in the order in which they run. */
export type Hooks = { [E in keyof LifecycleEvents]: Hook<E>[] };

/**
 * Assembles the hooks of all features. `order` lists the features that have hooks, first the one that runs first.
 * @throws if a feature with hooks isn't listed, the list contains another name, or a name isn't unique
 */
export function assembleHooks(
  features: { name: string; hooks?: FeatureHooks }[],
  order: readonly string[],
): Hooks {
  const named = new Map<string, FeatureHooks>();
  for (const { name, hooks } of features) {
    if (!hooks) continue;
    if (named.has(name)) throw new Error(`Two features with hooks are called ${name}`);
    if (!order.includes(name)) throw new Error(`The hooks of ${name} have no position in hook-order.ts`);
    named.set(name, hooks);
  }
  const repeated = order.find((name, index) => order.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`hook-order.ts lists ${repeated} twice`);
  const ordered = order.map((name) => {
    const hooks = named.get(name);
    if (!hooks) throw new Error(`hook-order.ts lists ${name}, which has no hooks`);
    return hooks;
  });
  const listOf = <E extends keyof LifecycleEvents>(event: E): Hook<E>[] =>
    ordered.flatMap((hooks): Hook<E>[] => {
      const hook = hooks[event];
      return hook ? [hook] : [];
    });
  return {
    accountSecured: listOf('accountSecured'),
    spaceCreated: listOf('spaceCreated'),
    membershipStarted: listOf('membershipStarted'),
    rolesChanged: listOf('rolesChanged'),
    membershipEnded: listOf('membershipEnded'),
    memberBanned: listOf('memberBanned'),
    postCreated: listOf('postCreated'),
    postUpdated: listOf('postUpdated'),
    postDeleted: listOf('postDeleted'),
    commentCreated: listOf('commentCreated'),
    commentUpdated: listOf('commentUpdated'),
    commentDeleted: listOf('commentDeleted'),
    messageSent: listOf('messageSent'),
    messageUpdated: listOf('messageUpdated'),
    messageDeleted: listOf('messageDeleted'),
    participantsAdded: listOf('participantsAdded'),
    conversationsRead: listOf('conversationsRead'),
    userFollowed: listOf('userFollowed'),
    userBlocked: listOf('userBlocked'),
    chatUploadsReleased: listOf('chatUploadsReleased'),
    linkPreviewed: listOf('linkPreviewed'),
    eventCoversReleased: listOf('eventCoversReleased'),
    courseUploadsReleased: listOf('courseUploadsReleased'),
    coursePageCopied: listOf('coursePageCopied'),
  };
}

/** Runs the hooks of a change in its transaction, one after another. If one throws, the transaction is rolled back. */
export async function runHooks<E extends keyof LifecycleEvents>(
  tx: Tx,
  context: HookContext,
  name: E,
  event: LifecycleEvents[E],
): Promise<void> {
  const hooks: Hook<E>[] = context.hooks[name];
  for (const hook of hooks) await hook(tx, event, context);
}
