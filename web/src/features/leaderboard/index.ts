export { leaderboardQuery, toPeriod } from './leaderboard.api.ts';
export { LeaderboardScreen } from './leaderboard-screen.tsx';
