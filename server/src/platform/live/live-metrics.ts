import { Counter } from 'prom-client';

/** Live connections that the server ended or refused, by reason, in `/metrics`. */
export const liveCuts = new Counter({
  name: 'hearth_live_cuts_total',
  help: 'Live connections that the server ended or refused: limited (a budget), slow (did not read), unavailable',
  labelNames: ['reason'],
  registers: [],
});
