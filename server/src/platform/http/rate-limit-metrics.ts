import { Counter } from 'prom-client';

/** Requests refused because a budget was used up, by kind, in `/metrics`. */
export const rateLimited = new Counter({
  name: 'hearth_rate_limited_total',
  help: 'Requests refused because a budget was used up',
  labelNames: ['kind'],
  registers: [],
});
