/** Headers of a stream of events. `X-Accel-Buffering` stops nginx from holding messages back. */
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

/** How long a browser waits before it connects again: the least, and how much more. */
const RETRY_MS = { least: 1_000, spread: 4_000 };

/** Returns one message. JSON has no line breaks, so the data is one line. */
export function message(name: string, data: object, id: string | null = null): string {
  return `event: ${name}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/**
 * Returns what shows proxies and both ends that the connection lives. A page also reads from it when to expect the next one, and
 * whether changes reach the server at present.
 */
export function heartbeat(everyMs: number, isReceiving: boolean): string {
  return message('heartbeat', { every_ms: everyMs, receiving: isReceiving });
}

/** Returns what sets the id from which a browser resumes. A page needs it, too: another of its tabs may have to resume. */
export function position(id: string): string {
  return message('position', {}, id);
}

/**
 * Returns the beginning of a stream. `share`, from 0 to 1, spreads the browsers that connect again after a replica has stopped,
 * because each of them needs the database.
 */
export function opening(id: string | null, share: number): string {
  const { least, spread } = RETRY_MS;
  return `retry: ${least + Math.floor(spread * share)}\n${id === null ? '\n' : position(id)}`;
}
