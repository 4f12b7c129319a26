import { applyDecorators } from '@nestjs/common';
import { ownValue, parseUrl } from '@plaudit/contracts';
import { natsUrlProblem } from '@plaudit/events';
import { Transform } from 'class-transformer';
import { IsBoolean, IsNumber, ValidateBy } from 'class-validator';
import { parseServiceOrigins } from '../client/replicas/service-origins';
import { parseSecretsKey } from '../secrets';
import { readPairs } from './pairs';

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Declares an environment variable that holds a decimal number. The error for any other value names the variable. */
export function EnvNumber(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' && NUMBER.test(value) ? Number(value) : (value as unknown),
    ),
    IsNumber({}, { message: '$property must be a number, not "$value"' }),
  );
}

const WORDS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Declares an environment variable that holds true, false, 1 or 0. */
export function EnvBoolean(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' ? (ownValue(WORDS, value.toLowerCase()) ?? value) : (value as unknown),
    ),
    IsBoolean({ message: '$property must be true or false, not "$value"' }),
  );
}

/** Declares an environment variable that holds a key for {@link parseSecretsKey}. */
export function EnvSecretsKey(): PropertyDecorator {
  return ValidateBy({
    name: 'envSecretsKey',
    validator: {
      validate: (value: unknown) => secretsKeyProblem(value) === null,
      defaultMessage: (found) => `${found?.property}: ${secretsKeyProblem(found?.value)}`,
    },
  });
}

/** Declares an environment variable that holds `name=value,…`. The error does not repeat the value, which may be secret. */
export function EnvPairs(): PropertyDecorator {
  return ValidateBy({
    name: 'envPairs',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && readPairs(value) !== null,
      defaultMessage: (found) => `${found?.property} must be a list such as name=value,name=value`,
    },
  });
}

/** Declares the environment variable with the URL of NATS. */
export function EnvNatsUrl(): PropertyDecorator {
  const problemOf = (value: unknown): string | null => natsUrlProblem(typeof value === 'string' ? value : '');
  return ValidateBy({
    name: 'envNatsUrl',
    validator: {
      validate: (value: unknown) => problemOf(value) === null,
      defaultMessage: (found) => problemOf(found?.value) ?? '',
    },
  });
}

/**
 * Declares the environment variable with the addresses of another service: one or more origins, separated by commas. A host
 * name may resolve to several addresses.
 */
export function EnvServiceUrl(): PropertyDecorator {
  return ValidateBy({
    name: 'envServiceUrl',
    validator: {
      validate: (value: unknown) => serviceUrlProblem('', value) === null,
      defaultMessage: (found) => serviceUrlProblem(found?.property ?? '', found?.value) ?? '',
    },
  });
}

/** Declares the environment variable with the address of a collector, which has no user, query or fragment. */
export function EnvCollectorUrl(): PropertyDecorator {
  return ValidateBy({
    name: 'envCollectorUrl',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' && /^https?:\/\/[^\s?#@]+$/.test(value) && parseUrl(value) !== null,
      defaultMessage: (found) =>
        `${found?.property} must be a URL without user and password, such as http://collector:4318`,
    },
  });
}

function serviceUrlProblem(variable: string, value: unknown): string | null {
  try {
    parseServiceOrigins(variable, typeof value === 'string' ? value : '');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function secretsKeyProblem(value: unknown): string | null {
  try {
    parseSecretsKey(typeof value === 'string' ? value : '');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
