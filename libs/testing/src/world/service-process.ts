import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

import { eventually } from '../eventually';

const REGISTER = join(__dirname, '..', 'register.js');
/** It compiles the service's source first. */
const START_MS = 90_000;

/** A service as a process of its own: for specs that kill or stop one. `main` is its main.ts; resolves once it answers. */
export async function startServiceProcess(
  main: string,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--conditions=@plaudit/source', '-r', REGISTER, main], {
    env: { PATH: process.env.PATH, TZ: 'UTC', ...settings, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = (): string | number | null => child.exitCode ?? child.signalCode;
  const told = (): boolean => output.includes('Listening on') || ended() !== null;
  await eventually(told, Boolean, `${main} to answer`, { timeoutMs: START_MS });
  if (ended() !== null) throw new Error(`${main} ended with ${ended()}: ${output}`);
  return child;
}
