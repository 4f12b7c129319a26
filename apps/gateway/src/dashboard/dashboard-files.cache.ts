import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import { GatewayEnv } from '../gateway.env';
import { type DashboardFile, dashboardFile } from './dashboard-file';

const INDEX = 'index.html';
const MAX_FILES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The files of the built dashboard, which are read once at start. Each is compressed at its first request. */
@Injectable()
export class DashboardFilesCache {
  /** By their paths in the folder, with slashes. */
  private readonly files: ReadonlyMap<string, DashboardFile>;

  constructor({ DASHBOARD_DIR }: GatewayEnv) {
    const folder = DASHBOARD_DIR ?? builtFolder();
    this.files = folder !== null && existsSync(join(folder, INDEX)) ? filesIn(folder) : new Map();
  }

  /** The page of the dashboard, or null if the dashboard was not built. */
  get index(): DashboardFile | null {
    return this.find(INDEX);
  }

  /** Returns null if there is no such file. */
  find(name: string): DashboardFile | null {
    return this.files.get(name) ?? null;
  }
}

/** Returns the folder into which the workspace of the dashboard is built, or null if there is no such workspace. */
function builtFolder(): string | null {
  try {
    return join(dirname(require.resolve('@plaudit/dashboard/package.json')), 'dist');
  } catch {
    return null;
  }
}

/** Throws if the folder is larger than any build of the dashboard, which means that it is another folder. */
function filesIn(folder: string): Map<string, DashboardFile> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  if (paths.length > MAX_FILES) throw tooLarge(folder);
  const files = new Map<string, DashboardFile>();
  let bytes = 0;
  for (const path of paths) {
    const content = readFileSync(path);
    bytes += content.length;
    if (bytes > MAX_BYTES) throw tooLarge(folder);
    const name = relative(folder, path).split(sep).join('/');
    files.set(name, dashboardFile(name, content));
  }
  return files;
}

function tooLarge(folder: string): Error {
  return new Error(
    `DASHBOARD_DIR must be the folder of the built dashboard, with at most ${MAX_FILES} files and ${MAX_BYTES} bytes; ${folder} has more`,
  );
}
