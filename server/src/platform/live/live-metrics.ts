import { Counter } from 'prom-client';

/** Counts the live events that this process sent to its connections, however many these were, for `/metrics`. */
export const liveEventsSent = new Counter({
  name: 'hearth_live_events_total',
  help: 'Live events of channels that connections of this process follow',
  registers: [],
});

/** Counts live connections that the server closed or rejected, by reason, for `/metrics`. */
export const liveCuts = new Counter({
  name: 'hearth_live_cuts_total',
  help: 'Live connections that the server closed or rejected: limited (a budget), slow (did not read), unavailable',
  labelNames: ['reason'],
  registers: [],
});
