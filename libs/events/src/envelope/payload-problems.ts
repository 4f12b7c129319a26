import { asPayload, type EventDefinition, isSurelyValid } from '@plaudit/contracts';
import { validateSync, type ValidationError } from 'class-validator';

/**
 * Validates `data` as a payload of `definition`. Returns the problems, or an empty list if it is valid. Unknown fields
 * are allowed, because an older consumer must accept the fields that a newer producer adds.
 */
export function payloadProblems(definition: EventDefinition, data: unknown): string[] {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return ['data is not an object'];
  const instance = asPayload(definition.payload, data);
  if (isSurelyValid(instance)) return [];
  return validateSync(instance, { forbidUnknownValues: false }).flatMap((error) => describe(error, 'data'));
}

function describe(error: ValidationError, path: string): string[] {
  const here = `${path}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((problem) => `${here}: ${problem}`);
  return [...own, ...(error.children ?? []).flatMap((child) => describe(child, here))];
}
