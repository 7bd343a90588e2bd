import { z } from 'zod';
import * as audit from '../audit.ts';
import * as auth from '../auth.ts';
import * as calendar from '../calendar.ts';
import * as comments from '../comments.ts';
import * as drafts from '../drafts.ts';
import * as leaderboard from '../leaderboard.ts';
import * as live from '../live.ts';
import * as map from '../map.ts';
import * as members from '../members.ts';
import * as mentions from '../mentions.ts';
import * as moderation from '../moderation.ts';
import * as notifications from '../notifications.ts';
import * as polls from '../polls.ts';
import * as feed from '../posts.ts';
import * as profiles from '../profiles.ts';
import * as reactions from '../reactions.ts';
import * as reports from '../reports.ts';
import * as session from '../session.ts';
import * as setup from '../setup.ts';
import * as spaces from '../spaces.ts';
import * as uploads from '../uploads.ts';
import * as users from '../users.ts';
import * as levels from '../values/levels.ts';
import * as setupTasks from '../values/setup-tasks.ts';
import * as topics from '../values/topics.ts';
import * as richText from './rich-text.ts';

const modules = [
  audit,
  auth,
  calendar,
  comments,
  drafts,
  feed,
  leaderboard,
  levels,
  map,
  members,
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
  topics,
  uploads,
  users,
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
