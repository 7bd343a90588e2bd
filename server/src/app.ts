import { access } from './features/access/index.ts';
import { audit } from './features/audit/index.ts';
import { auth } from './features/auth/index.ts';
import { badges } from './features/badges/index.ts';
import { calendar } from './features/calendar/index.ts';
import { chat } from './features/chat/index.ts';
import { comments } from './features/comments/index.ts';
import { courses } from './features/courses/index.ts';
import { development } from './features/development/index.ts';
import { drafts } from './features/drafts/index.ts';
import { feed } from './features/feed/index.ts';
import { leaderboard } from './features/leaderboard/index.ts';
import { mailbox } from './features/mailbox/index.ts';
import { map } from './features/map/index.ts';
import { members } from './features/members/index.ts';
import { mentions } from './features/mentions/index.ts';
import { moderation } from './features/moderation/index.ts';
import { notifications } from './features/notifications/index.ts';
import { points } from './features/points/index.ts';
import { polls } from './features/polls/index.ts';
import { posts } from './features/posts/index.ts';
import { profiles } from './features/profiles/index.ts';
import { quizzes } from './features/quizzes/index.ts';
import { reactions } from './features/reactions/index.ts';
import { reports } from './features/reports/index.ts';
import { sitemap } from './features/sitemap/index.ts';
import { spaces } from './features/spaces/index.ts';
import { uploads } from './features/uploads/index.ts';
import { videos } from './features/videos/index.ts';
import type { Feature } from './platform/feature.ts';

/** All features of the server. */
export const features: Feature[] = [
  auth,
  spaces,
  members,
  drafts,
  polls,
  mentions,
  posts,
  feed,
  comments,
  reactions,
  moderation,
  audit,
  points,
  leaderboard,
  badges,
  calendar,
  access,
  courses,
  videos,
  quizzes,
  chat,
  uploads,
  notifications,
  map,
  profiles,
  mailbox,
  reports,
  sitemap,
  development,
];
