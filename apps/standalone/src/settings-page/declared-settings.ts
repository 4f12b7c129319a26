import { join } from 'node:path';
import { ownValue, SERVICE_NAMES, urlVariable } from '@plaudit/contracts';
import { ServiceEnv, type ServiceDefinition } from '@plaudit/runtime';
import { getMetadataStorage } from 'class-validator';
import { commentsIn } from './setting-comments';

const REPOSITORY = join(__dirname, '..', '..', '..', '..');

/** A row of the page. */
export interface Setting {
  name: string;
  /** What a valid value is. */
  type: string;
  /** The unit of a number, if it does not count things. */
  unit?: string;
  /** The value if the variable is not set, "required", or a dash. */
  default: string;
  meaning: string;
}

type Environment = new () => object;
type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** Returns the settings that every service has. */
export function commonSettings(): Setting[] {
  return settingsOf(ServiceEnv, sharedComments());
}

/** Returns the settings that only this service has, or only some services. */
export function ownSettings({ name, env }: ServiceDefinition): Setting[] {
  const common = new Set(Object.keys(rulesOf(ServiceEnv)));
  const comments = commentsIn(join(REPOSITORY, 'apps', name, 'src'), '.env.ts');
  const all = settingsOf(env, new Map([...sharedComments(), ...comments]));
  return all.filter((setting) => !common.has(setting.name));
}

function sharedComments(): Map<string, string> {
  return commentsIn(join(REPOSITORY, 'libs/runtime/src/env'), '.ts');
}

/** Reads the settings of a class: types from the validators, defaults from the initialisers, and meanings from the comments. */
export function settingsOf(env: Environment, comments: ReadonlyMap<string, string>): Setting[] {
  const defaults = new env() as Record<string, string | number | boolean | undefined>;
  return Object.entries(rulesOf(env)).map(([name, rules]) => ({
    name,
    type: typeOf(name, rules),
    unit: unitOf(name),
    default: defaultOf(ownValue(defaults, name), rules),
    meaning: comments.get(name) ?? addressOf(name),
  }));
}

/** The gateway declares the address of every service in a loop, so those have no comment. */
function addressOf(variable: string): string {
  const service = SERVICE_NAMES.find((name) => urlVariable(name) === variable);
  return service ? `Address of the ${service} service.` : '';
}

/** Returns the validators of each setting, in the order of the declaration. */
function rulesOf(env: Environment): Record<string, Rule[]> {
  const all = getMetadataStorage().getTargetValidationMetadatas(env, '', false, false);
  const names = [...new Set(all.map(({ propertyName }) => propertyName))];
  return Object.fromEntries(
    names.map((name) => [name, all.filter(({ propertyName }) => propertyName === name)]),
  );
}

function defaultOf(value: string | number | boolean | undefined, rules: readonly Rule[]): string {
  if (value === undefined) return rules.some(({ name }) => name === 'isOptional') ? '–' : 'required';
  return value === '' ? '–' : `\`${value}\``;
}

function typeOf(name: string, rules: readonly Rule[]): string {
  const limit = (rule: string): number | undefined => limitOf(rules, rule) as number | undefined;
  const has = (rule: string): boolean => rules.some((one) => one.name === rule);
  const words = limitOf(rules, 'isIn') as string[] | undefined;
  if (words) return words.map((word) => `\`${word}\``).join(', ');
  if (has('isBoolean')) return '`true` or `false`';
  if (has('isInt') || has('isNumber')) {
    const kind = has('isInt') ? 'whole number' : 'number';
    return `${kind}${rangeOf(limit('min'), limit('max'))}`;
  }
  if (has('envSecretsKey')) return '32 bytes, base64 or hex';
  if (has('isEmail') || has('isEmailAddress')) return 'email address';
  if (has('minLength')) return `text${rangeOf(limit('minLength'), limit('maxLength'))} characters`;
  if (/_TLS_|_CREDS$|_SEED_FILE$/.test(name)) return 'path';
  return name.endsWith('_URL') ? 'URL' : 'text';
}

/** Returns the first argument of a validator, such as the 5 of `@Min(5)`. */
function limitOf(rules: readonly Rule[], name: string): unknown {
  return rules.find((rule) => rule.name === name)?.constraints?.[0] as unknown;
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined ? '' : ` from ${min}`;
  return min === undefined ? ` up to ${max}` : ` from ${min} to ${max}`;
}

/** The unit of a number is at the end of its name. Other numbers count what their meaning says. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_MS$/, 'milliseconds'],
  [/_SECONDS$/, 'seconds'],
  [/_MINUTES$/, 'minutes'],
  [/_HOURS$/, 'hours'],
  [/_DAYS$/, 'days'],
  [/_BYTES$/, 'bytes'],
  [/_MIB$/, 'mebibytes'],
  [/_MB$/, 'megabytes'],
  [/_PER_MINUTE$/, 'per minute'],
  [/^THROTTLE_(.*_)?RATE$/, 'per second'],
];

function unitOf(name: string): string | undefined {
  return UNITS.find(([ending]) => ending.test(name))?.[1];
}
