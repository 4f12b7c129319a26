import { createServer, type AddressInfo, type Socket } from 'node:net';
import { steadyNow } from '../harness/statistics';

/**
 * The endpoints of webhooks: HOSTS servers that answer every request at once. They keep when each event arrived. `reset` forgets
 * that, `count` returns the number of requests, `span` the times of the first and the last one, `times` the time of every event.
 */
const HEAD_END = '\r\n\r\n';
const LENGTH = /^content-length: (\d+)\r$/im;
const EVENT_ID = /^x-service-event-id: (\S+)\r$/im;
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

let arrivals: [id: string, at: number][] = [];

function serve(socket: Socket): void {
  let received = '';
  socket
    .setNoDelay(true)
    .setEncoding('latin1')
    .on('error', () => {});
  socket.on('data', (chunk) => {
    received += chunk;
    for (let end = endOf(received); end > 0; end = endOf(received)) {
      arrivals.push([EVENT_ID.exec(received)?.[1] ?? '', steadyNow()]);
      received = received.slice(end);
      socket.write(ANSWER);
    }
  });
}

/** Returns where the first request ends, or 0 if it is not complete. */
function endOf(received: string): number {
  const head = received.indexOf(HEAD_END);
  if (head === -1) return 0;
  const end = head + HEAD_END.length + Number(LENGTH.exec(received)?.[1] ?? 0);
  return received.length < end ? 0 : end;
}

process.on('message', (question: string) => {
  if (question === 'times') process.send?.(arrivals);
  else if (question === 'span') process.send?.([arrivals.at(0)?.[1] ?? 0, arrivals.at(-1)?.[1] ?? 0]);
  else {
    if (question === 'reset') arrivals = [];
    process.send?.(arrivals.length);
  }
});

async function main(): Promise<void> {
  const origins: string[] = [];
  for (let host = 0; host < Number(process.env.HOSTS ?? '1'); host += 1) {
    const server = createServer(serve);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    origins.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  console.log(`Listening on ${origins.join()}`);
}

void main();
