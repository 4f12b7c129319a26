import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const REPOSITORY = join(__dirname, '..', '..', '..', '..');
export const PLUGIN = join(REPOSITORY, 'deploy', 'wordpress', 'plaudit', 'plaudit.php');
const STUBS = join(__dirname, 'fixtures', 'wordpress-stubs.php');
export const PHP = process.env.PHP_BIN ?? 'php';

/** The options that WordPress has stored, unless a scenario has others. */
export const STORED = { plaudit_server: 'https://reviews.example.com' };

/** What the plugin did in a scenario. */
export interface Outcome {
  shortcodes: string[];
  blocks: string[];
  filters: unknown[];
  servers: string[];
  page: string;
  scripts: Record<string, string>;
  errors: string[];
  options: Record<string, string>;
  registered: object;
  editor: string;
  capability: string;
}

/** `describe` for specs that need PHP. Without it they are skipped, or fail if REQUIRE_PHP is 1. */
export function describeWithPhp(name: string, specs: () => void): void {
  const isMissing = spawnSync(PHP, ['--version']).error !== undefined && process.env.REQUIRE_PHP !== '1';
  const run = isMissing ? describe.skip : describe;
  run(isMissing ? `${name} (skipped: no PHP; set PHP_BIN)` : name, specs);
}

/** Runs the plugin as WordPress would. A notice of PHP fails. */
export function wordPress(scenario: object): Outcome {
  const input = JSON.stringify({ options: STORED, ...scenario });
  return JSON.parse(execFileSync(PHP, [STUBS, PLUGIN], { input, encoding: 'utf8' })) as Outcome;
}
