import { createServer, type Socket } from 'node:net';

/**
 * A mail server that takes every mail at once and keeps none. It counts them by sub account, which is in the header Feedback-ID.
 * `counts` returns the counts, `times <sub account>` the milliseconds since 1970 at which its mails arrived.
 */
const CRLF = '\r\n';
const END = '\r\n.\r\n';
const FEEDBACK = /^Feedback-ID: \d+:(\d+):/m;

const arrivals = new Map<string, number[]>();

function accept(mail: string): void {
  const owner = FEEDBACK.exec(mail)?.[1] ?? 'bare';
  const times = arrivals.get(owner) ?? [];
  times.push(Date.now());
  arrivals.set(owner, times);
}

function converse(socket: Socket): void {
  let received = '';
  let inMail = false;
  socket
    .setNoDelay(true)
    .setEncoding('latin1')
    .on('error', () => {});
  socket.write(`220 sink ESMTP${CRLF}`);
  socket.on('data', (chunk) => {
    received += chunk;
    for (;;) {
      const end = received.indexOf(inMail ? END : CRLF);
      if (end === -1) return;
      const text = received.slice(0, end);
      received = received.slice(end + (inMail ? END : CRLF).length);
      if (inMail) {
        accept(text);
        inMail = false;
        socket.write(`250 taken${CRLF}`);
      } else inMail = answer(socket, text);
    }
  });
}

/** Answers a command. Returns true if the mail follows. */
function answer(socket: Socket, command: string): boolean {
  const verb = command.slice(0, 4).toUpperCase();
  if (verb === 'QUIT') socket.end(`221 bye${CRLF}`);
  else socket.write(verb === 'DATA' ? `354 go on${CRLF}` : `250 ok${CRLF}`);
  return verb === 'DATA';
}

process.on('message', (question: string) => {
  const [verb, owner = ''] = question.split(' ');
  if (verb === 'times') process.send?.(arrivals.get(owner) ?? []);
  else process.send?.(Object.fromEntries([...arrivals].map(([name, times]) => [name, times.length])));
});

const server = createServer(converse).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`Listening on http://127.0.0.1:${address.port}`);
});
