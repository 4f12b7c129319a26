import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
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
 * because apt uses its own lists, caches and archives below `workFolder`. It uses the configured package sources. Throws
 * {@link EmbeddedError} if there is no package, or if its SHA-256 is not the one of the index, whose signature apt verified.
 */
export async function downloadNatsServer({ toolsDir, workFolder, target, env }: AptDownload): Promise<void> {
  rmSync(workFolder, { recursive: true, force: true });
  for (const part of ['lists/partial', 'cache/archives/partial', 'unpacked']) {
    mkdirSync(join(workFolder, part), { recursive: true });
  }
  const run = (tool: string, args: string[]): Promise<ToolResult> =>
    runTool(join(toolsDir, tool), args, { cwd: workFolder, env });
  const options = aptOptions(workFolder);
  // A failing source matters only if none of the others has the package.
  const update = await run('apt-get', [...options, 'update']);
  const listed = await run('apt-get', [...options, 'download', '--print-uris', 'nats-server']);
  const download = await run('apt-get', [...options, 'download', 'nats-server']);
  const archive = readdirSync(workFolder).find((name) => name.endsWith('.deb'));
  if (!archive) {
    const complaints = [update, listed, download].map(({ trouble }) => trouble);
    throw new EmbeddedError(`apt-get downloaded no nats-server.\n${complaints.join('\n').trim()}`);
  }
  assertChecksum(join(workFolder, archive), listed.output);
  const unpacked = join(workFolder, 'unpacked');
  const { trouble } = await run('dpkg-deb', ['-x', join(workFolder, archive), unpacked]);
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
    // Without a verified signature, the checksums of an index are worth nothing.
    'APT::Get::AllowUnauthenticated': 'false',
    'Acquire::AllowInsecureRepositories': 'false',
  };
  return ['-q', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

/**
 * Throws {@link EmbeddedError} unless the file has the SHA-256 that the index names. `listed` is what apt-get prints with
 * `--print-uris`: `'<url>' <file> <bytes> SHA256:<hex>`.
 */
function assertChecksum(file: string, listed: string): void {
  const expected = /\sSHA256:([0-9a-f]{64})\s*$/m.exec(listed)?.[1];
  if (!expected) throw new EmbeddedError('The package index names no SHA-256 for nats-server.');
  const actual = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (actual === expected) return;
  throw new EmbeddedError(
    `The downloaded nats-server package has the wrong checksum: its SHA-256 is ${actual}, and the index names ${expected}.`,
  );
}

interface ToolResult {
  output: string;
  /** The error output if the tool failed, otherwise an empty string. */
  trouble: string;
}

/** Runs a tool to its end. */
function runTool(
  tool: string,
  args: string[],
  where: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<ToolResult> {
  const env = { ...where.env, PATH: SYSTEM_PATH, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };
  const options = { cwd: where.cwd, env, timeout: TOOL_TIMEOUT_MS, encoding: 'utf8' as const };
  return new Promise((resolve) => {
    execFile(tool, args, options, (error, output, stderr) => {
      const trouble = error ? `${tool} ${args.at(-1)}: ${stderr.trim() || error.message}` : '';
      resolve({ output, trouble });
    });
  });
}
