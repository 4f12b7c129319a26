import { ownValue } from '@plaudit/contracts';

/** Puts values into the `{placeholders}` of a template. A value may itself look like a placeholder; it is not replaced again. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(
    /\{([a-z_]+)\}/g,
    (placeholder, name: string) => ownValue(values, name) ?? placeholder,
  );
}

/** Joins the items as a sentence does: `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[], and: string): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${and} ${last}`;
}
