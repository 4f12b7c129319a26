import { writeSync } from 'node:fs';

/** Jest ends a worker by force 30 s after it has asked it to end. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 1_000;

/** The spec file that this process runs, or ran last. */
let running = '';
/** The spec files after which more timers were there than before, and how many more. */
const leftTimers = new Map<string, number>();

export function fileBegins(path: string): void {
  running = path;
}

/** `timers` is the number of timers that the file has left. */
export function fileEnds(timers: number): void {
  if (timers > 0) leftTimers.set(running, timers);
}

// Only a worker has a channel to jest.
if (process.send) {
  // Jest starts another worker and says nothing. A worker ends so by `process.exit`, and by an error after the last test of a file.
  // Then jest has made the streams of the process silent.
  process.once('exit', (code) => {
    if (code !== 0) say(`A worker of jest ended with exit code ${code} after ${running}`);
  });
  let askedToEnd: number | null = null;
  const watch = setInterval(() => {
    // Jest's listener goes when the worker is asked to end. A listener of our own would keep the process running.
    if (process.listenerCount('message') > 0) return;
    askedToEnd ??= performance.now();
    if (performance.now() - askedToEnd < PATIENCE_MS) return;
    clearInterval(watch);
    const files = [...leftTimers].map(([path, count]) => `${path} (${count})`);
    const open = process.getActiveResourcesInfo().join(', ');
    say(`A worker of jest does not end. It has open: ${open}. Files that left timers: ${files.join(', ')}`);
  }, LOOK_EVERY_MS).unref();
}

function say(text: string): void {
  writeSync(2, `${text}\n`);
}
