import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@plaudit/testing';
import { EventStream, type StreamOwner } from './event-stream';

const OWNER: StreamOwner = { sessionHash: '00', userId: 1, accountId: 1, subAccountId: 1, whole: true };
const CHUNK = 'x'.repeat(16 * 1024);
/** More than the kernel holds for two ends of a connection. */
const MOST_CHUNKS = 4_000;

let server: Server;
const opened: EventStream[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200);
    opened.push(new EventStream(OWNER, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

async function open(): Promise<{ stream: EventStream; socket: Socket }> {
  const before = opened.length;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await eventually(
    () => opened.length,
    (count) => count > before,
    'the stream',
  );
  return { stream: opened[before]!, socket };
}

describe('EventStream', () => {
  it('ends a stream whose client reads nothing, before much waits for it', async () => {
    const { stream, socket } = await open();
    socket.pause();
    let sent = 0;
    await eventually(
      () => {
        if (sent < MOST_CHUNKS) stream.send(CHUNK);
        sent += 1;
        return stream.end;
      },
      (end) => end === 'slow',
      'the end of the stream',
      { intervalMs: 0 },
    );
    stream.send(CHUNK);
    socket.resume();
    await eventually(
      () => socket.closed,
      (closed) => closed,
      'the client to see the end',
    );
  });

  it('keeps a stream whose client reads, however much it gets', async () => {
    const { stream, socket } = await open();
    let received = 0;
    socket.on('data', ({ length }) => (received += length));
    for (let sent = 1; sent <= 100; sent += 1) {
      stream.send(CHUNK);
      await eventually(
        () => received,
        (bytes) => bytes >= sent * CHUNK.length,
        'the client to have it all',
        { intervalMs: 0 },
      );
    }
    expect(stream.end).toBe('left');
    stream.finish('session', 'the last message');
    await eventually(
      () => socket.closed || socket.readableEnded || received > 100 * CHUNK.length,
      (ended) => ended,
      'the last message',
    );
    expect(stream.end).toBe('session');
  });
});
