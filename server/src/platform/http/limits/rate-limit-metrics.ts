import { Counter } from 'prom-client';

/** Counts requests and emails that were rejected because a budget was used up, by kind, for `/metrics`. */
export const rateLimited = new Counter({
  name: 'hearth_rate_limited_total',
  help: 'Requests and emails rejected because a budget was used up',
  labelNames: ['kind'],
  registers: [],
});
