import { ownValue } from '../own-value';
import { type EventCatalogue, titleOf } from './event-catalogue';
import { type JsonSchema, typesOf } from './payload-schema';

/**
 * Returns what consumers of the `released` catalogue would lose by the `current` one, one sentence per change. Returns an
 * empty list if only events, optional fields and allowed words were added, or limits became wider. A change of a type in
 * either direction is listed: consumers rely on the old one, and events in the old form are still stored and replayed.
 */
export function breakingChanges(
  released: Pick<EventCatalogue, 'events'>,
  current: Pick<EventCatalogue, 'events'>,
): string[] {
  return released.events.flatMap((before) => {
    const after = current.events.find((event) => titleOf(event) === titleOf(before));
    if (!after) return [`${titleOf(before)} was removed.`];
    const moved =
      after.subject === before.subject ? [] : [`${titleOf(before)}: the subject is now ${after.subject}.`];
    return [
      ...moved,
      ...schemaChanges(before.schema, after.schema, '').map((change) => `${titleOf(before)}: ${change}`),
    ];
  });
}

function schemaChanges(before: JsonSchema, after: JsonSchema, path: string): string[] {
  const ownChanges = [
    ...typeChanges(before, after),
    ...wordChanges(before, after),
    ...formChanges(before, after),
    ...limitChanges(before, after),
  ];
  return [
    ...ownChanges.map((change) => `${path || 'the message'} ${change}`),
    ...fieldChanges(before, after, path),
    ...(before.items ? schemaChanges(before.items, after.items ?? {}, `${path}[]`) : []),
  ];
}

function typeChanges(before: JsonSchema, after: JsonSchema): string[] {
  const [old, now] = [typesOf(before), typesOf(after)];
  const isSame = old.length === now.length && old.every((type) => now.includes(type));
  return isSame ? [] : [`had the type ${namesOf(old)} and now has ${namesOf(now)}.`];
}

function namesOf(types: readonly string[]): string {
  return types.join(' or ') || 'no type';
}

function wordChanges(before: JsonSchema, after: JsonSchema): string[] {
  if (!after.enum) return [];
  if (!before.enum) return ['now allows only certain words.'];
  const gone = before.enum.filter((word) => !after.enum?.includes(word));
  return gone.map((word) => `no longer allows ${JSON.stringify(word)}.`);
}

/** Whether a pattern is tighter than another one cannot be computed, so every change of one is listed. */
function formChanges(before: JsonSchema, after: JsonSchema): string[] {
  const changes: string[] = [];
  if (after.const !== before.const)
    changes.push(`was ${said(before.const)} and is now ${said(after.const)}.`);
  if (after.pattern !== before.pattern)
    changes.push(`had the pattern ${said(before.pattern)} and now has ${said(after.pattern)}.`);
  if (before.format !== undefined && after.format !== before.format)
    changes.push(`had the format ${said(before.format)} and now has ${said(after.format)}.`);
  return changes;
}

function said(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}

function limitChanges(before: JsonSchema, after: JsonSchema): string[] {
  const changes: string[] = [];
  if ((after.minimum ?? -Infinity) > (before.minimum ?? -Infinity))
    changes.push(`must now be at least ${after.minimum}.`);
  if ((after.maxItems ?? Infinity) < (before.maxItems ?? Infinity))
    changes.push(`may now have at most ${after.maxItems} items.`);
  return changes;
}

function fieldChanges(before: JsonSchema, after: JsonSchema, path: string): string[] {
  const [old, now] = [before.properties ?? {}, after.properties ?? {}];
  const at = (field: string): string => (path ? `${path}.${field}` : field);
  const kept = Object.entries(old).flatMap(([field, schema]) => {
    const next = ownValue(now, field);
    if (!next) return [`${at(field)} was removed.`];
    const may = before.required?.includes(field) && !after.required?.includes(field);
    return [
      ...(may ? [`${at(field)} was always there and is now optional.`] : []),
      ...schemaChanges(schema, next, at(field)),
    ];
  });
  const demanded = (after.required ?? []).filter((field) => !before.required?.includes(field));
  return [...kept, ...demanded.map((field) => `${at(field)} is newly required; events before it lack it.`)];
}
