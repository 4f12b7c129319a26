import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceEnv } from '../env/service-env';
import type { Metrics } from './metrics';

const UNKNOWN = 'unknown';

/** Seen from `src/metrics` and from `dist/metrics`. */
const MANIFEST = join(__dirname, '../../../../package.json');

/** Exports which build of the product runs, as the labels of a gauge that is always 1. */
export function buildInfo(metrics: Metrics, env: ServiceEnv): void {
  const build = {
    version: env.PLAUDIT_VERSION ?? versionOf(MANIFEST),
    revision: env.PLAUDIT_REVISION ?? UNKNOWN,
    node: process.version,
  };
  metrics
    .gauge({
      name: 'build_info',
      help: 'Always 1. The labels name the build that runs',
      labelNames: ['version', 'revision', 'node'],
    })
    .set(build, 1);
}

function versionOf(manifest: string): string {
  try {
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string };
    return version ?? UNKNOWN;
  } catch {
    // An image without the manifest sets PLAUDIT_VERSION.
    return UNKNOWN;
  }
}
