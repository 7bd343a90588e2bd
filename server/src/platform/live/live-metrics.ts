import { Counter } from 'prom-client';

/** Counts live connections that the server closed or rejected, by reason, for `/metrics`. */
export const liveCuts = new Counter({
  name: 'hearth_live_cuts_total',
  help: 'Live connections that the server closed or rejected: limited (a budget), slow (did not read), unavailable',
  labelNames: ['reason'],
  registers: [],
});
