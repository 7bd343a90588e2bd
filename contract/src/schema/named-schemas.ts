import { z } from 'zod';
import * as access from '../features/access/access.ts';
import * as memberAccess from '../features/access/member-access.ts';
import * as audit from '../features/audit/audit.ts';
import * as auth from '../features/auth/auth.ts';
import * as session from '../features/auth/session.ts';
import * as calendar from '../features/calendar/calendar.ts';
import * as chatContacts from '../features/chat/contacts.ts';
import * as conversations from '../features/chat/conversations.ts';
import * as messages from '../features/chat/messages.ts';
import * as systemMessages from '../features/chat/system-message.ts';
import * as comments from '../features/comments/comments.ts';
import * as courses from '../features/courses/courses.ts';
import * as drafts from '../features/drafts/drafts.ts';
import * as leaderboard from '../features/leaderboard/leaderboard.ts';
import * as map from '../features/map/map.ts';
import * as members from '../features/members/members.ts';
import * as welcome from '../features/members/welcome.ts';
import * as mentions from '../features/mentions/mentions.ts';
import * as moderation from '../features/moderation/moderation.ts';
import * as notifications from '../features/notifications/notifications.ts';
import * as polls from '../features/polls/polls.ts';
import * as feed from '../features/posts/posts.ts';
import * as profiles from '../features/profiles/profiles.ts';
import * as reactions from '../features/reactions/reactions.ts';
import * as reports from '../features/reports/reports.ts';
import * as setup from '../features/spaces/setup.ts';
import * as spaces from '../features/spaces/spaces.ts';
import * as uploads from '../features/uploads/uploads.ts';
import * as live from '../live.ts';
import * as users from '../users.ts';
import * as levels from '../values/levels.ts';
import * as setupTasks from '../values/setup-tasks.ts';
import * as topics from '../values/topics.ts';
import * as richText from './rich-text.ts';

const modules = [
  access,
  audit,
  auth,
  calendar,
  chatContacts,
  comments,
  conversations,
  courses,
  drafts,
  feed,
  leaderboard,
  levels,
  map,
  memberAccess,
  members,
  messages,
  mentions,
  moderation,
  notifications,
  polls,
  profiles,
  reactions,
  reports,
  richText,
  session,
  setup,
  setupTasks,
  spaces,
  systemMessages,
  topics,
  uploads,
  users,
  welcome,
  live,
];

/** The objects and enumerations that the contract exports, by name: `Post` for `post`. */
export const namedSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  modules.flatMap((module) =>
    Object.entries(module)
      .filter((entry): entry is [string, z.ZodType] =>
        [z.ZodObject, z.ZodEnum, z.ZodUnion].some((kind) => entry[1] instanceof kind),
      )
      .map(([name, schema]) => [name.charAt(0).toUpperCase() + name.slice(1), schema] as const),
  ),
);
