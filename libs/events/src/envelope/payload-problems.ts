import {
  asPayload,
  type EventDefinition,
  isReadable,
  isReadableField,
  isSurelyValid,
} from '@plaudit/contracts';
import { validateSync, type ValidationError } from 'class-validator';

/** Validates `data` strictly, as its producer does. Returns the problems, or an empty list if it is valid. */
export function payloadProblems(definition: EventDefinition, data: unknown): string[] {
  if (!isObject(data)) return ['data is not an object'];
  const instance = asPayload(definition.payload, data);
  if (isSurelyValid(instance)) return [];
  return findProblems(instance).flatMap((error) => describe(error, 'data', () => true));
}

/**
 * Validates tolerantly, as a consumer does. Only `fields` are checked, or all if it is null, and a field of fixed words may
 * hold a word that this build does not know. Unknown fields are allowed.
 */
export function readingProblems(
  definition: EventDefinition,
  data: unknown,
  fields: readonly string[] | null,
): string[] {
  if (!isObject(data)) return ['data is not an object'];
  const instance = asPayload(definition.payload, data);
  if (isReadable(instance, fields)) return [];
  return findProblems(instance)
    .filter(({ property }) => fields === null || fields.includes(property))
    .flatMap((error) => describe(error, 'data', isUnreadable));
}

function isObject(data: unknown): data is object {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

function findProblems(instance: object): ValidationError[] {
  return validateSync(instance, { forbidUnknownValues: false });
}

function isUnreadable({ target, property }: ValidationError): boolean {
  return !target || !isReadableField(target, property);
}

function describe(
  error: ValidationError,
  path: string,
  counts: (error: ValidationError) => boolean,
): string[] {
  const here = `${path}.${error.property}`;
  const own = counts(error) ? Object.values(error.constraints ?? {}) : [];
  return [
    ...own.map((problem) => `${here}: ${problem}`),
    ...(error.children ?? []).flatMap((child) => describe(child, here, counts)),
  ];
}
