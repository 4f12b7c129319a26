import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceName, urlVariable } from '@plaudit/contracts';
import { EnvError, loadEnv, printableEnv, type ServiceDefinition } from '@plaudit/runtime';
import { type Compose, type ComposeService, REPOSITORY } from './compose.suite';

const STEPS = ['provision', 'topology'];
const OTHERS = ['postgres', 'nats', 'operator'];
/** Refused in production, so a deployment cannot set it. */
const NOT_IN_PRODUCTION = ['ALLOW_LOOPBACK'];
/** Set by the image. An empty variable of the container would hide it. */
const OF_THE_IMAGE = ['PLAUDIT_VERSION', 'PLAUDIT_REVISION'];
/** Set by deploy/pgbouncer/compose.yml. */
const POOLED = ['DATABASE_DIRECT_URL'];
/** The credentials of one NATS user. Only an override of the compose file can set them, for each service otherwise. */
const CREDENTIALS = ['NATS_CREDS', 'NATS_NKEY_SEED_FILE'];

/** Returns what a deployment by this compose file would lack for these services. */
export function problemsOf(compose: Compose, definitions: readonly ServiceDefinition[]): string[] {
  const names: string[] = definitions.map(({ name }) => name);
  const strangers = Object.keys(compose.services).filter(
    (name) => ![...names, ...STEPS, ...OTHERS].includes(name),
  );
  return [
    ...strangers.map((name) => `${name}: is no app`),
    ...definitions.flatMap((definition) => serviceProblems(compose, definition)),
    ...startedAfter(compose, names),
    ...STEPS.flatMap((name) => (compose.services[name] ? [] : [`${name}: is missing`])),
    ...(compose.services['topology']?.command?.includes('--keep-going')
      ? []
      : ['topology: does not end with 0 after it refused a change, so no service starts']),
    ...['postgres', 'nats'].flatMap((name) => healthProblems(name, compose.services[name])),
  ];
}

/** The gateway comes last. During a key rotation the services must know its new key before it signs with it. */
function startedAfter({ services }: Compose, names: readonly string[]): string[] {
  const others = names.filter((name) => name !== 'gateway');
  const early = others.filter((name) => services['gateway']?.depends_on?.[name] === undefined);
  return early.map((name) => `gateway: does not wait for ${name}`);
}

function serviceProblems(compose: Compose, definition: ServiceDefinition): string[] {
  const { name } = definition;
  const service = compose.services[name];
  if (!service) return [`${name}: is missing`];
  const waits = STEPS.filter(
    (step) => service.depends_on?.[step]?.condition !== 'service_completed_successfully',
  );
  return [
    ...imageProblems(name, service),
    ...environmentProblems(definition, service),
    ...credentialProblems(name, compose),
    ...addressProblems(name, compose),
    ...healthProblems(name, service),
    ...waits.map((step) => `${name}: does not wait for ${step}`),
    ...(service.restart === 'unless-stopped' ? [] : [`${name}: is not restarted`]),
    ...(service.read_only && service.cap_drop?.includes('ALL')
      ? []
      : [`${name}: has more rights than it needs`]),
    ...(service.ports && name !== 'gateway' ? [`${name}: publishes a port`] : []),
  ];
}

function imageProblems(name: string, { build, image }: ComposeService): string[] {
  const isBuilt =
    build?.args.APP === name &&
    existsSync(join(REPOSITORY, build.context, build.dockerfile)) &&
    existsSync(join(REPOSITORY, 'apps', build.args.APP, 'src', 'main.ts'));
  return isBuilt && image.startsWith(`plaudit/${name}:`) ? [] : [`${name}: has another app's image`];
}

function environmentProblems({ name, env }: ServiceDefinition, { environment }: ComposeService): string[] {
  try {
    const known = Object.keys(printableEnv(loadEnv(name, env, environment)));
    const elsewhere = [...NOT_IN_PRODUCTION, ...OF_THE_IMAGE, ...POOLED, ...CREDENTIALS];
    const unset = known.filter((variable) => !(variable in environment) && !elsewhere.includes(variable));
    const unknown = Object.keys(environment).filter(
      (variable) => !known.includes(variable) && !variable.endsWith('_URL'),
    );
    return [
      ...unset.map((variable) => `${name}: ${variable} cannot be set`),
      ...unknown.map((variable) => `${name}: ${variable} is unknown to it`),
      ...CREDENTIALS.filter((variable) => variable in environment).map(
        (variable) => `${name}: ${variable} is the same for all services`,
      ),
      ...(environment['NODE_ENV'] === 'production' ? [] : [`${name}: does not run in production mode`]),
    ];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems.map((problem) => `${name}: ${problem}`);
  }
}

/** Checks that a service uses its own role and NATS user, with the passwords that Postgres and NATS have for them. */
function credentialProblems(name: string, { services }: Compose): string[] {
  const prefix = name.toUpperCase();
  const { DATABASE_URL = 'none:', NATS_URL = 'none:' } = services[name]?.environment ?? {};
  const database = new URL(DATABASE_URL);
  const nats = new URL(NATS_URL);
  const rolePassword = services['provision']?.environment[`${prefix}_DATABASE_PASSWORD`];
  const userPassword = services['nats']?.environment[`${prefix}_NATS_PASSWORD`];
  const hasRole = database.username === `plaudit_${name}` && database.password === rolePassword;
  const hasUser = nats.username === name && nats.password === userPassword;
  return [
    ...(hasRole ? [] : [`${name}: its role is provisioned otherwise`]),
    ...(hasUser ? [] : [`${name}: its user in NATS has another password`]),
  ];
}

/** Checks that other services look for it where it listens. */
function addressProblems(name: ServiceName, { services, networks }: Compose): string[] {
  const variable = urlVariable(name);
  const port = services[name]?.environment['PORT'];
  const lost = Object.entries(services).filter(
    ([, { environment }]) => environment[variable] && environment[variable] !== `http://${name}:${port}`,
  );
  const isInside = services[name]?.networks.includes('backplane') && networks['backplane']?.internal === true;
  return [
    ...lost.map(([seeker]) => `${seeker}: looks for ${name} in another place`),
    ...(isInside ? [] : [`${name}: is not on the internal network`]),
  ];
}

function healthProblems(name: string, service: ComposeService | undefined): string[] {
  return service?.healthcheck?.test.length ? [] : [`${name}: has no health check`];
}
