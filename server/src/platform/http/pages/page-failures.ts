import { Counter } from 'prom-client';

/** Counts pages that the server couldn't render, for `/metrics`. */
export const pageFailures = new Counter({
  name: 'hearth_page_failures_total',
  help: "Pages that the server couldn't render",
  registers: [],
});
