import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { EmbeddedError } from '../embedded.error';

const TOOL_TIMEOUT_MS = 180_000;
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Returns whether this machine has the package tools of Debian and Ubuntu. */
export function hasApt(toolsDir: string): boolean {
  return ['apt-get', 'dpkg-deb'].every((tool) => existsSync(join(toolsDir, tool)));
}

interface AptDownload {
  /** The folder of apt-get and dpkg-deb. */
  toolsDir: string;
  /** A scratch folder, emptied before and deleted after. */
  workFolder: string;
  /** The path of the binary to create. */
  target: string;
  /** The environment with the proxy settings for apt (`http_proxy`, …). */
  env: NodeJS.ProcessEnv;
}

/**
 * Downloads the distribution's nats-server and unpacks its binary to `target`. It installs nothing and needs no root,
 * because apt uses its own lists, caches and archives below `workFolder`. It uses the configured package sources.
 */
export async function downloadNatsServer({ toolsDir, workFolder, target, env }: AptDownload): Promise<void> {
  rmSync(workFolder, { recursive: true, force: true });
  for (const part of ['lists/partial', 'cache/archives/partial', 'unpacked']) {
    mkdirSync(join(workFolder, part), { recursive: true });
  }
  const run = (tool: string, args: string[]): Promise<string> =>
    runTool(join(toolsDir, tool), args, { cwd: workFolder, env });
  const options = aptOptions(workFolder);
  // A failing source matters only if none of the others has the package.
  const complaints = [
    await run('apt-get', [...options, 'update']),
    await run('apt-get', [...options, 'download', 'nats-server']),
  ];
  const archive = readdirSync(workFolder).find((name) => name.endsWith('.deb'));
  if (!archive)
    throw new EmbeddedError(`apt-get downloaded no nats-server.\n${complaints.join('\n').trim()}`);
  const unpacked = join(workFolder, 'unpacked');
  const trouble = await run('dpkg-deb', ['-x', join(workFolder, archive), unpacked]);
  const binary = join(unpacked, 'usr', 'sbin', 'nats-server');
  if (!existsSync(binary)) throw new EmbeddedError(`${archive} contains no usr/sbin/nats-server. ${trouble}`);
  renameSync(binary, target);
  rmSync(workFolder, { recursive: true, force: true });
}

function aptOptions(workFolder: string): string[] {
  const settings = {
    'Dir::State::lists': join(workFolder, 'lists'),
    'Dir::Cache': join(workFolder, 'cache'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': '2',
    // As root, apt would download as the user _apt, which may not reach the folder.
    'APT::Sandbox::User': 'root',
  };
  return ['-q', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

/** Runs a tool to its end. Returns its error output if it failed, otherwise an empty string. */
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
