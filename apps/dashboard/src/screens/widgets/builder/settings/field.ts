/** What a person can enter for a setting. */
export type Field =
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly string[] }
  /** What the rating counts. Each option shows what it yields. */
  | { kind: 'basis'; options: readonly string[] }
  /** `optional` numbers may be null, which is no limit. */
  | { kind: 'number'; min: number; max: number; step?: number; unit?: 'px' | 'ms' | 's'; optional?: true }
  | { kind: 'columns'; most: Readonly<Record<Device, number>> }
  | { kind: 'text'; max: number; long?: true }
  | { kind: 'css'; max: number }
  | { kind: 'font' }
  /** The following four may be null. */
  | { kind: 'url' }
  | { kind: 'date' }
  | { kind: 'colour' }
  | { kind: 'translation' }
  | { kind: 'locale' }
  | { kind: 'ids'; of: 'channels' | 'sources' | 'groups' | 'tags'; max: number }
  | { kind: 'numbers'; max: number }
  | { kind: 'words'; of: 'texts' | 'languages' | 'domains'; max: number }
  | { kind: 'ratings' }
  | { kind: 'set'; options: readonly string[] }
  | { kind: 'strings' };

export type Device = 'desktop' | 'tablet' | 'mobile';
export const DEVICES: readonly Device[] = ['desktop', 'tablet', 'mobile'];

export type Fields = Readonly<Record<string, Field>>;

export const flag: Field = { kind: 'switch' };
export const url: Field = { kind: 'url' };
export const colour: Field = { kind: 'colour' };

export function choice(...options: readonly string[]): Field {
  return { kind: 'choice', options };
}

export function number(min: number, max: number, unit?: 'px' | 'ms' | 's'): Field {
  return { kind: 'number', min, max, ...(unit ? { unit } : {}) };
}

export function text(max: number): Field {
  return { kind: 'text', max };
}
