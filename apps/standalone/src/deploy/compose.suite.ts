import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

export const REPOSITORY = join(__dirname, '..', '..', '..', '..');

/** The checked part of a compose file. */
export interface ComposeService {
  image: string;
  build?: { context: string; dockerfile: string; args: { APP: string } };
  environment: Record<string, string>;
  networks: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  command?: string[];
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
}

export interface Compose {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean }>;
}

export const composeText = (): string => readFileSync(join(REPOSITORY, 'docker-compose.yml'), 'utf8');

/** Reads `docker-compose.yml` as compose does: merges anchors and fills in variables. Throws if a variable is missing. */
export function readCompose(env: Readonly<Record<string, string>>, text = composeText()): Compose {
  const compose = parse(interpolate(text, env), { merge: true }) as Compose;
  for (const service of Object.values(compose.services)) {
    service.environment = Object.fromEntries(
      Object.entries(service.environment ?? {}).map(([name, value]) => [name, String(value ?? '')]),
    );
  }
  return compose;
}

const VARIABLE = /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g;

function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (_reference, name: string, kind: string | undefined, rest: string) => {
    if (env[name]) return env[name];
    if (kind === '-') return rest;
    throw new Error(`${name} is not set: ${rest}`);
  });
}

/** Returns the variables of the compose file and whether each is required. */
export function variablesOf(text = composeText()): { name: string; required: boolean }[] {
  return [...text.matchAll(VARIABLE)].map(([, name, kind]) => ({
    name: name as string,
    required: kind !== '-',
  }));
}

/** Returns the names and values of an env file, including commented names. */
export function readEnvFile(path: string): { values: Record<string, string>; names: string[] } {
  const lines = [...readFileSync(path, 'utf8').matchAll(/^(# )?([A-Z][A-Z_]+)=(.*)$/gm)];
  const set = lines.filter(([, comment]) => !comment);
  return {
    values: Object.fromEntries(set.map(([, , name, value]) => [name as string, value as string])),
    names: lines.map(([, , name]) => name as string),
  };
}

/** Returns the .env that `npm run secrets` writes. */
export function freshEnv(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-env-'));
  try {
    const register = join(REPOSITORY, 'libs/testing/src/register.js');
    const program = join(REPOSITORY, 'libs/runtime/src/cli/main.ts');
    const file = join(folder, '.env');
    const args = ['--conditions=@plaudit/source', '-r', register, program, '--file', file];
    execFileSync(process.execPath, args, { cwd: REPOSITORY });
    return readEnvFile(file).values;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
