import { ownValue } from './own-value';
import { getMetadataStorage, IS_IN, type ValidationArguments, ValidationTypes } from 'class-validator';

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
type Rule = (value: unknown, object: object) => boolean;

/** The checks that class-validator runs on one field. */
interface FieldCheck {
  /** If one of them is false, the field is not checked. */
  conditions: readonly Rule[];
  rules: readonly Rule[];
  /** The rules for a consumer: a field of fixed words may hold a word that this build does not know. */
  readingRules: readonly Rule[];
}

type ClassChecks = ReadonlyMap<string, FieldCheck>;

const checksByClass = new WeakMap<object, ClassChecks>();

/**
 * Returns true if `instance` is valid by the rules of class-validator. After false, let class-validator decide: the
 * instance may still be valid. The rules are looked up once per class instead of once per object, which takes a few µs
 * for a review instead of a hundred. Every review of a page or a bulk is checked, and so is its event.
 */
export function isSurelyValid(instance: object): boolean {
  for (const [field, check] of checksOf(instance)) {
    const value = ownValue(instance as Record<string, unknown>, field);
    if (applies(check, value, instance) && !check.rules.every((rule) => rule(value, instance))) return false;
  }
  return true;
}

/**
 * Returns true if a consumer can read these fields of `instance`, or all if `fields` is null. Unlike {@link isSurelyValid},
 * it accepts words that a later release may have added. After false, let class-validator decide.
 */
export function isReadable(instance: object, fields: readonly string[] | null): boolean {
  const checks = checksOf(instance);
  for (const field of fields ?? checks.keys()) {
    if (!passesReading(checks.get(field), instance, field)) return false;
  }
  return true;
}

/** Returns true if a consumer can read this field of `instance`. */
export function isReadableField(instance: object, field: string): boolean {
  return passesReading(checksOf(instance).get(field), instance, field);
}

function passesReading(check: FieldCheck | undefined, instance: object, field: string): boolean {
  if (!check) return true;
  const value = ownValue(instance as Record<string, unknown>, field);
  return !applies(check, value, instance) || check.readingRules.every((rule) => rule(value, instance));
}

/** Drops the fields without rules, at every depth, as class-validator's `whitelist` does. */
export function dropUnknown(instance: object): void {
  const checks = checksOf(instance);
  for (const [field, value] of Object.entries(instance)) {
    const check = checks.get(field);
    if (!check) delete (instance as Record<string, unknown>)[field];
    else if (check.rules.includes(isNestedValid) && applies(check, value, instance)) {
      [value].flat(Infinity).filter(isObject).forEach(dropUnknown);
    }
  }
}

function applies({ conditions }: FieldCheck, value: unknown, instance: object): boolean {
  return conditions.every((condition) => condition(value, instance));
}

function checksOf(instance: object): ClassChecks {
  // `instance.constructor` could be a field of the data.
  const { constructor } = Object.getPrototypeOf(instance) as object;
  const known = checksByClass.get(constructor);
  if (known) return known;
  const storage = getMetadataStorage();
  const metadata = storage.getTargetValidationMetadatas(constructor, '', false, false);
  const fields = Object.entries(storage.groupByPropertyName(metadata)).map(([field, all]) => {
    const conditions = all.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
    const checks = all.filter((one) => !conditions.includes(one));
    const rules = checks.flatMap(rulesOf);
    const readingRules = checks.flatMap(readingRulesOf);
    return [field, { conditions: conditions.map(conditionOf), rules, readingRules }] as const;
  });
  const checks = new Map(fields);
  checksByClass.set(constructor, checks);
  return checks;
}

function conditionOf({ constraints }: Metadata): Rule {
  const [holds] = constraints as [(object: object, value: unknown) => boolean];
  return (value, object) => holds(object, value);
}

function rulesOf(metadata: Metadata): Rule[] {
  if (metadata.type === ValidationTypes.NESTED_VALIDATION) return [isNestedValid];
  const validators = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
  const plain = metadata.type === ValidationTypes.CUSTOM_VALIDATION && !metadata.validateIf;
  if (!plain || validators.some((validator) => validator.async)) return [undecided];
  return validators.map(({ instance }) => {
    const { propertyName: property, constraints, each } = metadata;
    const rule = (value: unknown, object: object, whole: unknown): boolean => {
      const args: ValidationArguments = { targetName: '', property, object, value: whole, constraints };
      return instance.validate(value, args) === true;
    };
    return (value, object) =>
      each && Array.isArray(value)
        ? value.every((item) => rule(item, object, value))
        : rule(value, object, value);
  });
}

function readingRulesOf(metadata: Metadata): Rule[] {
  if (metadata.type === ValidationTypes.NESTED_VALIDATION) return [isNestedReadable];
  if (metadata.name !== IS_IN) return rulesOf(metadata);
  const types = new Set((metadata.constraints[0] as readonly unknown[]).map((word) => typeof word));
  return [
    (value) =>
      metadata.each && Array.isArray(value)
        ? value.every((item) => types.has(typeof item))
        : types.has(typeof value),
  ];
}

/** Rules of rarely used kinds are left to class-validator. */
function undecided(): boolean {
  return false;
}

function isNestedValid(value: unknown): boolean {
  if (value === undefined) return true;
  if (Array.isArray(value)) return value.every(isNestedValid);
  return isObject(value) && isSurelyValid(value);
}

function isNestedReadable(value: unknown): boolean {
  if (value === undefined) return true;
  if (Array.isArray(value)) return value.every(isNestedReadable);
  return isObject(value) && isReadable(value, null);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
