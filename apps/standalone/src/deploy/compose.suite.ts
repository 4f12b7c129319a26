import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

export const REPOSITORY = join(__dirname, '..', '..', '..', '..');

/** The part of a compose file that is checked; what another part holds does not matter here. */
export interface ComposeService {
  image: string;
  build?: { context: string; dockerfile: string; args: { APP: string } };
  environment: Record<string, string>;
  networks: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
}

export interface Compose {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean }>;
}

export const composeText = (): string => readFileSync(join(REPOSITORY, 'docker-compose.yml'), 'utf8');

/** `docker-compose.yml` as compose reads it: anchors merged, variables filled in. Throws where one is missing. */
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

/** The variables that the compose file reads, and whether it can do without. */
export function variablesOf(text = composeText()): { name: string; required: boolean }[] {
  return [...text.matchAll(VARIABLE)].map(([, name, kind]) => ({
    name: name as string,
    required: kind !== '-',
  }));
}

/** Names and values of an env file, the commented names too. */
export function readEnvFile(path: string): { values: Record<string, string>; names: string[] } {
  const lines = [...readFileSync(path, 'utf8').matchAll(/^(# )?([A-Z][A-Z_]+)=(.*)$/gm)];
  const set = lines.filter(([, comment]) => !comment);
  return {
    values: Object.fromEntries(set.map(([, , name, value]) => [name as string, value as string])),
    names: lines.map(([, , name]) => name as string),
  };
}

/** What `npm run secrets` writes where there is no .env yet. */
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
