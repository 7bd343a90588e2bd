import type { LiveSocket } from '../live-socket.ts';

/** Handles what a client says about its page: whether it is in a hidden tab. */
export function serveVisibility(socket: LiveSocket): void {
  socket.on('visibility', (request) => {
    if (typeof request?.is_hidden === 'boolean') socket.data.is_hidden = request.is_hidden;
  });
}
