import { readdirSync, readFileSync } from 'node:fs';

import { eventually } from './eventually';

/**
 * SIGSTOP, awaited: the signal's sender goes on before the last thread of the process has stopped, and until then it
 * still answers. Where there is no /proc to tell, what the sender knows must do.
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
  // The state is the first field after the name, which stands in parentheses and may hold some itself: proc(5).
  return readdirSync(tasks).map((thread) => {
    const stat = readFileSync(`${tasks}/${thread}/stat`, 'utf8');
    return stat[stat.lastIndexOf(')') + 2]!;
  });
}
