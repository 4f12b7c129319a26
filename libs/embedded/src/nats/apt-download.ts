import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { EmbeddedError } from '../embedded.error';

const TOOL_TIMEOUT_MS = 180_000;
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Whether this machine has the tools of Debian and Ubuntu. */
export function hasApt(toolsDir: string): boolean {
  return ['apt-get', 'dpkg-deb'].every((tool) => existsSync(join(toolsDir, tool)));
}

interface AptDownload {
  /** Where apt-get and dpkg-deb are. */
  toolsDir: string;
  /** Emptied before, deleted after. */
  workFolder: string;
  /** The binary to make. */
  target: string;
  /** apt follows its proxy settings (`http_proxy`, …). */
  env: NodeJS.ProcessEnv;
}

/**
 * Downloads the distribution's nats-server and unpacks its binary to `target`: nothing is installed and no root is
 * needed, because apt works on lists, caches and archives of its own below `workFolder`. The machine's package sources
 * are used as they are configured.
 */
export async function downloadNatsServer({ toolsDir, workFolder, target, env }: AptDownload): Promise<void> {
  rmSync(workFolder, { recursive: true, force: true });
  for (const part of ['lists/partial', 'cache/archives/partial', 'unpacked']) {
    mkdirSync(join(workFolder, part), { recursive: true });
  }
  const run = (tool: string, args: string[]): Promise<string> =>
    runTool(join(toolsDir, tool), args, { cwd: workFolder, env });
  const options = aptOptions(workFolder);
  // Sources that fail are only a reason to give up when none of the others has the package.
  const complaints = [
    await run('apt-get', [...options, 'update']),
    await run('apt-get', [...options, 'download', 'nats-server']),
  ];
  const archive = readdirSync(workFolder).find((name) => name.endsWith('.deb'));
  if (!archive) throw new EmbeddedError(`apt-get gave no nats-server.\n${complaints.join('\n').trim()}`);
  const unpacked = join(workFolder, 'unpacked');
  const trouble = await run('dpkg-deb', ['-x', join(workFolder, archive), unpacked]);
  const binary = join(unpacked, 'usr', 'sbin', 'nats-server');
  if (!existsSync(binary)) throw new EmbeddedError(`${archive} holds no usr/sbin/nats-server. ${trouble}`);
  renameSync(binary, target);
  rmSync(workFolder, { recursive: true, force: true });
}

function aptOptions(workFolder: string): string[] {
  const settings = {
    'Dir::State::lists': join(workFolder, 'lists'),
    'Dir::Cache': join(workFolder, 'cache'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': '2',
    // As root apt would download as the user _apt, who may be unable to reach the folder.
    'APT::Sandbox::User': 'root',
  };
  return ['-q', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

/** Runs a tool to its end; what it complained about when it failed, else nothing. */
function runTool(
  tool: string,
  args: string[],
  where: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const env = { ...where.env, PATH: SYSTEM_PATH, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };
  const options = { cwd: where.cwd, env, timeout: TOOL_TIMEOUT_MS, encoding: 'utf8' as const };
  return new Promise((resolve) => {
    execFile(tool, args, options, (error, _out, stderr) => {
      resolve(error ? `${tool} ${args.at(-1)}: ${stderr.trim() || error.message}` : '');
    });
  });
}
