/** The address of the worker that shows push notifications: the only one that pages keep. */
export const pushWorker = '/push-worker.js';
