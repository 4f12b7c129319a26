import { readFileSync } from 'node:fs';
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
