import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@plaudit/embedded';
import type { Cleanup } from './cleanup';

const NGINX = process.env.NGINX_BIN ?? '/usr/sbin/nginx';
const READY_MS = 10_000;
const LOOK_MS = 20;

/** A file to serve, with the headers that its response has. nginx adds the ETag itself. */
interface StaticFile {
  name: string;
  bytes: Buffer;
  contentType: string;
  headers: Readonly<Record<string, string>>;
}

export function hasNginx(): boolean {
  return existsSync(NGINX);
}

/** Starts an nginx with one worker and without logs, which serves one file. Returns the URL of the file. */
export async function startNginx(file: StaticFile, cleanup: Cleanup): Promise<string> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-nginx-'));
  cleanup.defer(async () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, file.name), file.bytes);
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, file));
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
  const url = `http://127.0.0.1:${port}/${file.name}`;
  for (const until = performance.now() + READY_MS; !(await responds(url)); await delay(LOOK_MS)) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`nginx did not serve ${url}:\n${log}`);
  }
  return url;
}

async function responds(url: string): Promise<boolean> {
  return fetch(url, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The only process is also the worker, so that it has the rights of the user who runs the bench. */
function configuration(folder: string, port: number, { contentType, headers }: StaticFile): string {
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}";`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
    master_process off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 1000000000;
      etag on;
      server {
        listen 127.0.0.1:${port};
        root ${folder};
        types {}
        default_type "${contentType}";
        ${added.join('\n        ')}
      }
    }
  `;
}
