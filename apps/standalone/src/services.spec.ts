import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DURABLES, durablesOf, SNAPSHOTS } from '@plaudit/contracts';
import { CONSUMERS_PATH, consumersFile } from './consumers-file';
import { REPOSITORY } from './deploy/compose.suite';
import type { Type } from '@nestjs/common';
import {
  MODULE_METADATA,
  PARAMTYPES_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { toApiError } from '@plaudit/runtime';
import * as classValidator from 'class-validator';
import { ALL_SERVICES } from './services';

type Rule = ReturnType<
  ReturnType<typeof classValidator.getMetadataStorage>['getTargetValidationMetadatas']
>[number];

/** The names that class-validator gives to its own rules. */
const LIBRARY_RULES = new Set<unknown>(Object.values(classValidator));
const RAW = 'is what class-validator says';

/** Returns the DTOs of the bodies and queries that clients send. */
function clientInputs(): Type[] {
  const controllers = ALL_SERVICES.flatMap(
    ({ module }) => (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) ?? []) as Type[],
  );
  const inputs = controllers
    .filter((controller) => !isInternal(controller))
    .flatMap((controller) => methodsOf(controller).flatMap((method) => inputsOf(controller, method)));
  return [...new Set(inputs)];
}

function isInternal(controller: Type): boolean {
  return /^\/?internal\//.test(String(Reflect.getMetadata(PATH_METADATA, controller)));
}

function methodsOf({ prototype }: Type): string[] {
  return Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
}

function inputsOf(controller: Type, method: string): Type[] {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { index: number }
  >;
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, method) ??
    []) as Type[];
  return Object.entries(args)
    .filter(([kind]) =>
      [RouteParamtypes.BODY, RouteParamtypes.QUERY].some((type) => kind.startsWith(`${type}:`)),
    )
    .map(([, { index }]) => types[index] as Type)
    .filter((type) => type !== (Object as unknown as Type));
}

function rulesOf(type: Type): Rule[] {
  const rules = classValidator.getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return rules.filter(({ type: kind }) => kind === classValidator.ValidationTypes.CUSTOM_VALIDATION);
}

/** Returns what a client reads if the field breaks this rule. */
function messageOf(type: Type, { name = '', propertyName, message }: Rule): string {
  const reason = typeof message === 'string' ? message : `${propertyName} ${RAW}`;
  const target = Object.create(type.prototype as object) as object;
  return toApiError([
    Object.assign(new classValidator.ValidationError(), {
      target,
      property: propertyName,
      value: null,
      constraints: { [name]: reason.replaceAll('$property', propertyName) },
    }),
  ]).message;
}

describe('the rules of bodies and queries', () => {
  const broken = clientInputs().flatMap((type) =>
    rulesOf(type).map((rule) => ({ at: `${type.name}.${rule.propertyName} ${rule.name}`, type, rule })),
  );

  it('are those of every service', () => {
    expect(broken.length).toBeGreaterThan(150);
  });

  // A rule that the runtime has no sentence for, such as Matches, needs a message.
  it('have no raw sentence of class-validator', () => {
    const raw = broken.filter(
      ({ type, rule }) => LIBRARY_RULES.has(rule.name) && messageOf(type, rule).includes(RAW),
    );
    expect(raw.map(({ at }) => at)).toEqual([]);
  });

  it('have messages that begin with the field and say what it must be', () => {
    const odd = broken
      .filter(({ rule }) => LIBRARY_RULES.has(rule.name))
      .map(({ type, rule }) => ({ message: messageOf(type, rule), field: rule.propertyName }))
      .filter(({ message, field }) => !new RegExp(`^${field} must .+[^.]\\.$`).test(message));
    expect(odd).toEqual([]);
  });
});

describe('the consumers of the topology', () => {
  it('are those that `npm run generate` writes from the definitions of the services', () => {
    expect(readFileSync(join(REPOSITORY, CONSUMERS_PATH), 'utf8')).toBe(consumersFile(ALL_SERVICES));
  });

  it('have the durables that the services use', () => {
    const used = ALL_SERVICES.flatMap(({ name, consumes = [] }) => durablesOf(name, consumes));
    expect(DURABLES).toEqual(used);
  });
});

describe('snapshots', () => {
  it('are read by the service that owns the noun', () => {
    const owners = ALL_SERVICES.flatMap(({ name, snapshots = [] }) =>
      snapshots.map(({ definition }) => `${definition.pattern} of ${name}`),
    );
    expect(owners.toSorted()).toEqual(
      SNAPSHOTS.map(({ pattern, producer }) => `${pattern} of ${producer}`).toSorted(),
    );
  });
});
