import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@plaudit/embedded';
import type { Cleanup } from './cleanup';

const NGINX = process.env.NGINX_BIN ?? '/usr/sbin/nginx';
const READY_MS = 10_000;
const LOOK_MS = 20;
const MICRO_CACHE = join(__dirname, '..', '..', 'deploy', 'nginx', 'micro-cache.conf');

export function hasNginx(): boolean {
  return existsSync(NGINX);
}

/** Starts an nginx with deploy/nginx/micro-cache.conf before this gateway, without TLS. Returns its origin. */
export async function startMicroCache(gateway: string, cleanup: Cleanup): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-nginx-'));
  cleanup.defer(async () => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  writeFileSync(join(folder, 'micro-cache.conf'), microCache(folder, port, gateway));
  writeFileSync(join(folder, 'nginx.conf'), surroundings(folder));
  const child = spawn(NGINX, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  cleanup.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  });
  const url = `http://127.0.0.1:${port}`;
  for (const until = performance.now() + READY_MS; !(await responds(url)); await delay(LOOK_MS)) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`nginx did not serve ${url}:\n${log}`);
  }
  return url;
}

async function responds(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Returns the file as an operator would have changed it for this machine. */
function microCache(folder: string, port: number, gateway: string): string {
  const changes: [string | RegExp, string][] = [
    ['/var/cache/plaudit-widgets', join(folder, 'cache')],
    ['server 127.0.0.1:8080;', `server ${new URL(gateway).host};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
    [/ *ssl_certificate[^;]*;\n *ssl_certificate_key[^;]*;\n/, ''],
  ];
  return changes.reduce(
    (text, [from, to]) => {
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`${MICRO_CACHE} has no ${from}`);
      return changed;
    },
    readFileSync(MICRO_CACHE, 'utf8'),
  );
}

/** The rest of the configuration. The worker has the rights of the user who runs the bench. */
function surroundings(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 1;
    pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      access_log off;
      keepalive_requests 1000000000;
      include ${folder}/micro-cache.conf;
    }
  `;
}
