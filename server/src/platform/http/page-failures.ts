import { Counter } from 'prom-client';

/** Pages that the server could not render, in `/metrics`. */
export const pageFailures = new Counter({
  name: 'hearth_page_failures_total',
  help: 'Pages that the server could not render',
  registers: [],
});
