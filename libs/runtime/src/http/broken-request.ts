import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const FAULTS: Readonly<Record<string, [status: number, msg: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are larger than 16 KiB; send less in them.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive within 60 seconds; send it faster.'],
};

/** Answers what is not even HTTP in the shape of every other error, and hangs up. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, msg] = FAULTS[error.code ?? ''] ?? [400, 'The request is not valid HTTP/1.1.'];
  const requestId = randomUUID();
  const body = JSON.stringify({ success: false, msg, code: 'validation_failed', request_id: requestId });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
