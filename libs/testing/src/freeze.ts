import { readdirSync, readFileSync } from 'node:fs';

import { eventually } from './eventually';

/**
 * Stops a process with SIGSTOP and waits until all its threads have stopped. Until then the process still responds. On
 * systems without /proc it does not wait.
 */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  if (process.platform !== 'linux') return;
  await eventually(
    () => threadStates(pid),
    (states) => states.every((state) => state === 'T'),
    `all threads of process ${pid} to stop`,
    { intervalMs: 1 },
  );
}

function threadStates(pid: number): string[] {
  const tasks = `/proc/${pid}/task`;
  // The state is the first field after the name. The name is in parentheses and may contain some; see proc(5).
  return readdirSync(tasks).map((thread) => {
    const stat = readFileSync(`${tasks}/${thread}/stat`, 'utf8');
    return stat[stat.lastIndexOf(')') + 2]!;
  });
}
