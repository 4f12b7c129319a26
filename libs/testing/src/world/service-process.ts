import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

import { eventually } from '../eventually';

/** The flags with which Node runs TypeScript of this repository. */
export const SOURCE_FLAGS: readonly string[] = [
  '--conditions=@plaudit/source',
  '-r',
  join(__dirname, '..', 'register.js'),
];
/** The process compiles the source of the service before it starts. */
const START_MS = 90_000;

/**
 * Starts a service as a process of its own, for specs that kill or stop one. `main` is the path of its main.ts. Resolves
 * as soon as the service accepts requests; throws if the process ends before. `onOutput` receives all that it writes to stdout
 * and stderr. The level of its log is `info` or below.
 */
export async function startServiceProcess(
  main: string,
  settings: Record<string, string>,
  onOutput: (text: string) => void = () => {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...SOURCE_FLAGS, main], {
    env: { PATH: process.env.PATH, TZ: 'UTC', LOG_LEVEL: 'info', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      onOutput(chunk.toString());
    });
  }
  const ended = (): string | number | null => child.exitCode ?? child.signalCode;
  const started = (): boolean => output.includes('Listening on') || ended() !== null;
  await eventually(started, Boolean, `${main} to accept requests`, { timeoutMs: START_MS });
  if (ended() !== null) throw new Error(`${main} ended with ${ended()}: ${output}`);
  return child;
}
