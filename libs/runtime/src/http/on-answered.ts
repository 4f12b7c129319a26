import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The callbacks of the requests of each connection that have no complete response. */
const unanswered = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `callback` once: when the response has been sent, or when the connection has ended. Node emits no `close` for a
 * pipelined response whose connection ends before its turn, so this also listens to the connection.
 */
export function onAnswered(
  { socket }: IncomingMessage,
  response: ServerResponse,
  callback: () => void,
): void {
  if (socket.destroyed) {
    callback();
    return;
  }
  const callbacks = unanswered.get(socket) ?? watch(socket);
  callbacks.add(callback);
  response.once('close', () => {
    if (callbacks.delete(callback)) callback();
  });
}

function watch(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>();
  unanswered.set(socket, callbacks);
  socket.once('close', () => {
    for (const callback of callbacks) callback();
    callbacks.clear();
  });
  return callbacks;
}
