/** The address of the worker that shows push notifications: the only one that pages keep. */
export const pushWorker = '/push-worker.js';

/** Local entry: who turned on push notifications in this browser, and when it was last sent to the server. */
export const pushRecord = 'push';
