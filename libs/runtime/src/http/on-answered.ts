import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Callbacks = Set<() => void>;

/** The callbacks of each response that is not complete. */
const ofResponse = new WeakMap<ServerResponse, Callbacks>();
/** The same for all responses of a connection. */
const ofConnection = new WeakMap<Socket, Set<Callbacks>>();

/**
 * Calls `callback` once: when the response has been sent, or when the connection has ended. Node emits no `close` for a
 * pipelined response whose connection ends before its turn, so this also listens to the connection. All callbacks of a
 * response share one listener, because Node warns of more than ten.
 */
export function onAnswered(
  { socket }: IncomingMessage,
  response: ServerResponse,
  callback: () => void,
): void {
  if (socket.destroyed) callback();
  else (ofResponse.get(response) ?? watchResponse(socket, response)).add(callback);
}

function watchResponse(socket: Socket, response: ServerResponse): Callbacks {
  const callbacks: Callbacks = new Set();
  const unanswered = ofConnection.get(socket) ?? watchConnection(socket);
  ofResponse.set(response, callbacks);
  unanswered.add(callbacks);
  response.once('close', () => {
    ofResponse.delete(response);
    unanswered.delete(callbacks);
    callAll(callbacks);
  });
  return callbacks;
}

function watchConnection(socket: Socket): Set<Callbacks> {
  const unanswered = new Set<Callbacks>();
  ofConnection.set(socket, unanswered);
  socket.once('close', () => {
    for (const callbacks of unanswered) callAll(callbacks);
    unanswered.clear();
  });
  return unanswered;
}

function callAll(callbacks: Callbacks): void {
  for (const callback of callbacks) callback();
  callbacks.clear();
}
