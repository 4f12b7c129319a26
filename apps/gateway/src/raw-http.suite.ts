import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends raw request lines, which may be invalid HTTP. Reads one response, until the server closes the connection. */
export async function sendRaw(url: string, lines: readonly string[], body = ''): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${[...lines, 'Connection: close', '', ''].join('\r\n')}${body}`, 'latin1');
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve());
    socket.on('error', reject);
    socket.setTimeout(10_000, () =>
      socket.destroy(new Error('the server neither responded nor closed the connection')),
    );
  });
  return parseResponse(Buffer.concat(chunks).toString('latin1'));
}

function parseResponse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...headerLines] = head.split('\r\n');
  const headers = headerLines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}
