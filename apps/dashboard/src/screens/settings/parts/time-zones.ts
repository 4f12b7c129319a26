import type { Choice } from '../../../components/controls/field';

/** Returns the zones of the browser as choices. `known` are zones that must be among them, such as a stored one. */
export function timeZoneChoices(known: readonly string[]): Choice[] {
  const zones = new Set([...known, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
