import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process even if a later process has the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque start time of the process, unique per boot of the machine. */
  startedAt: string;
}

/** Returns the identity of a running process, or null if it does not run. A zombie does not count as running. */
export function identify(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** Returns whether exactly this process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** Returns the command line of a running process, joined by spaces, or an empty string if it cannot be read. */
export function commandLineOf(pid: number): string {
  try {
    if (process.platform !== 'linux') return ps(pid, 'command=');
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

function startOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets. It may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X' || startTicks === undefined) return null;
    return `${bootId()}:${startTicks}`;
  } catch {
    return null;
  }
}

/** Start times count from boot, so they are unique only together with the boot's id. */
function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

function startByPs(pid: number): string | null {
  try {
    const [state, ...start] = ps(pid, 'state=,lstart=').split(/\s+/);
    return state === undefined || state.startsWith('Z') ? null : start.join(' ');
  } catch {
    return null;
  }
}

function ps(pid: number, format: string): string {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  return execFileSync('ps', ['-o', format, '-p', String(pid)], { encoding: 'utf8', stdio }).trim();
}
