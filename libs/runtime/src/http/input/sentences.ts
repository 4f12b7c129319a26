import { ownValue } from '@plaudit/contracts';
import { getMetadataStorage, type ValidationError, ValidationTypes } from 'class-validator';

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The rules of one field by the names that class-validator gives them. */
type Rules = ReadonlyMap<string, Rule>;

/** Says what the value must be, from the arguments of the rule and the other rules of the field. */
type Demand = (args: readonly unknown[], rules: Rules) => string;

/** What each rule of class-validator demands. A rule that is not listed, such as `matches`, needs a `message` of its own. */
const DEMANDS: Readonly<Record<string, Demand>> = {
  isString: () => 'must be a string',
  isBoolean: () => 'must be true or false',
  isInt: (_args, rules) => numberDemand(rules),
  isNumber: (_args, rules) => numberDemand(rules),
  min: (_args, rules) => numberDemand(rules),
  max: (_args, rules) => numberDemand(rules),
  isArray: () => 'must be a list',
  arrayMinSize: ([least]) => `must have at least ${count(least, 'item')}`,
  arrayMaxSize: ([most]) => `must have at most ${count(most, 'item')}`,
  isObject: () => 'must be an object',
  nestedValidation: () => 'must be an object',
  isIn: ([words]) => wordsDemand(words as readonly unknown[]),
  isNotEmpty: () => 'must not be empty',
  minLength: ([least]) => `must have at least ${count(least, 'character')}`,
  maxLength: ([most]) => `must have at most ${count(most, 'character')}`,
  isLength: ([least, most]) => lengthDemand(Number(least), Number(most)),
  isEmail: () => 'must be an email address',
  isUrl: () => 'must be an absolute http or https URL',
};

/**
 * Returns the sentence for a rule that a field breaks. `field` is the path of the field, which class-validator does not
 * know: it begins its own reasons with the bare name.
 */
export function faultSentence(error: ValidationError, name: string, field: string): string {
  const rules = rulesOf(error);
  const broken = rules.get(name);
  const demand = demandOf(name, broken);
  if (demand) {
    const item = broken ? brokenItemOf(error, broken) : null;
    const subject = item === null ? field : `${field}[${item}]`;
    return `${subject} ${demand(broken?.constraints ?? [], rules)}.`;
  }
  const reason = ownValue(error.constraints, name) ?? 'The value is not valid';
  const { property } = error;
  const text = reason.startsWith(`${property} `) ? `${field}${reason.slice(property.length)}` : reason;
  return text.endsWith('.') ? text : `${text}.`;
}

function demandOf(name: string, rule: Rule | undefined): Demand | undefined {
  // ValidateNested sets its own sentence as the message.
  const isOurs = rule?.message !== undefined && rule.type !== ValidationTypes.NESTED_VALIDATION;
  return isOurs ? undefined : ownValue(DEMANDS, name);
}

/** Returns the index of the first item that breaks a rule for each item of a list, or null for any other rule. */
function brokenItemOf({ target, property, value }: ValidationError, rule: Rule): number | null {
  if (!rule.each || !Array.isArray(value)) return null;
  const { constraintCls, constraints } = rule;
  const checks = getMetadataStorage().getTargetValidatorConstraints(constraintCls);
  const args = { targetName: '', object: target ?? {}, property, value: value as unknown, constraints };
  const index = value.findIndex((item) =>
    checks.some(({ instance }) => instance.validate(item, args) !== true),
  );
  return index === -1 ? null : index;
}

const rulesByClass = new WeakMap<object, ReadonlyMap<string, Rules>>();

function rulesOf({ target, property }: ValidationError): Rules {
  if (!target) return new Map();
  // Not `target.constructor`, which the data may contain as a field.
  const { constructor } = Object.getPrototypeOf(target) as object;
  const known = rulesByClass.get(constructor) ?? readRules(constructor);
  rulesByClass.set(constructor, known);
  return known.get(property) ?? new Map();
}

/** class-validator searches all its classes for the rules of one, which is too slow for every fault of a bulk. */
function readRules(constructor: object): ReadonlyMap<string, Rules> {
  const storage = getMetadataStorage();
  const all = storage.getTargetValidationMetadatas(constructor as new () => object, '', false, false);
  return new Map(
    Object.entries(storage.groupByPropertyName(all)).map(([property, rules]) => [
      property,
      new Map(rules.map((rule) => [nameOf(rule), rule])),
    ]),
  );
}

function nameOf({ name, type }: Rule): string {
  return name ?? type;
}

/** Says everything at once, so that a client that sends "9" does not learn of the maximum only after sending 9. */
function numberDemand(rules: Rules): string {
  const [least, most] = ['min', 'max'].map((name) => rules.get(name)?.constraints?.[0] as number | undefined);
  const isInteger = rules.has('isInt');
  if (isInteger && least === 1 && most === Number.MAX_SAFE_INTEGER) return 'must be a positive integer';
  const type = isInteger ? 'an integer' : 'a number';
  if (least === undefined && most === undefined) return `must be ${type}`;
  if (least === undefined) return `must be ${type} of at most ${inEnglish(most)}`;
  if (most === undefined) return `must be ${type} of at least ${inEnglish(least)}`;
  return `must be ${type} from ${inEnglish(least)} to ${inEnglish(most)}`;
}

/** The empty text that some fields take as left out is not offered. */
function wordsDemand(all: readonly unknown[]): string {
  const words = all.filter((word) => word !== '');
  return words.length === 1
    ? `must be ${String(words[0])}`
    : `must be one of ${words.map(String).join(', ')}`;
}

function lengthDemand(least: number, most: number): string {
  if (least === 0) return `must have at most ${count(most, 'character')}`;
  return `must have ${inEnglish(least)} to ${count(most, 'character')}`;
}

function count(number: unknown, noun: string): string {
  return `${inEnglish(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function inEnglish(number: unknown): string {
  return Number(number).toLocaleString('en-US');
}
