export { leaderboardQuery, toLeaderboardSearch, toPeriod } from './leaderboard.api.ts';
export { LeaderboardScreen } from './leaderboard-screen.tsx';
export { LeadersCard } from './leaders-card.tsx';
