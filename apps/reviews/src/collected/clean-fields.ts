import { cleanLine, cleanText } from '@plaudit/runtime';

const MAX_DEPTH = 4;
const MAX_LIST = 50;
const MAX_TEXT = 2_000;
const MAX_KEY = 100;
const MAX_BYTES = 16_384;

type Fields = Record<string, unknown>;

/** Returns a platform's own fields, as many as fit into 16 KiB. Values nested deeper than four levels are left out. */
export function cleanFields(fields: Fields | null): Fields | null {
  let room = MAX_BYTES;
  const fitting = Object.entries(cleanObject(fields ?? {}, MAX_DEPTH)).filter((entry) => {
    const bytes = Buffer.byteLength(JSON.stringify(entry));
    if (bytes > room) return false;
    room -= bytes;
    return true;
  });
  return fitting.length > 0 ? Object.fromEntries(fitting) : null;
}

function cleanObject(fields: Fields, levels: number): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, MAX_LIST)
      .map(([key, value]) => [cleanLine(key, MAX_KEY), cleanValue(value, levels - 1)] as const)
      .filter(([key, value]) => key !== '' && value !== undefined),
  );
}

function cleanValue(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return cleanText(value, MAX_TEXT);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return undefined;
  if (!Array.isArray(value)) return cleanObject(value as Fields, levels);
  return value
    .slice(0, MAX_LIST)
    .map((item) => cleanValue(item, levels - 1))
    .filter((item) => item !== undefined);
}
