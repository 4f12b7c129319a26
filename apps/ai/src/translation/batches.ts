import type { BatchLimits } from './providers/translator';

/** Texts for translators have their language, if it is known. */
export interface BatchedText {
  sent: string;
  source: string | null;
}

/** The texts of one request, with the language that the translator is told. */
export interface Batch<T extends BatchedText> {
  source: string | null;
  items: T[];
}

/** Returns the number of code points, as translators count characters. */
export function charactersIn(text: string): number {
  let characters = 0;
  for (const _character of text) characters += 1;
  return characters;
}

/**
 * Splits texts into batches within the limits. A text that exceeds a limit by itself is a batch of its own. A translator that
 * mixes languages detects them all. For others, texts of the same language share batches, and those of unknown languages go
 * alone. The order of the texts is kept within each language.
 */
export function batchesOf<T extends BatchedText>(
  items: readonly T[],
  limits: BatchLimits,
  mixesLanguages: boolean,
): Batch<T>[] {
  if (mixesLanguages) return split(items, limits).map((batch) => ({ source: null, items: batch }));
  const sources = [...new Set(items.map(({ source }) => source))];
  return sources.flatMap((source) => {
    const texts = items.filter((item) => item.source === source);
    return split(texts, source === null ? { ...limits, texts: 1 } : limits).map((batch) => ({
      source,
      items: batch,
    }));
  });
}

function split<T extends BatchedText>(items: readonly T[], limits: BatchLimits): T[][] {
  const batches: T[][] = [];
  let room = { texts: 0, characters: 0, bytes: 0 };
  for (const item of items) {
    const characters = charactersIn(item.sent);
    const bytes = Buffer.byteLength(JSON.stringify(item.sent)) + 1;
    const fits = room.texts >= 1 && room.characters >= characters && room.bytes >= bytes;
    if (!fits) {
      batches.push([]);
      room = { ...limits };
    }
    batches.at(-1)?.push(item);
    room = {
      texts: room.texts - 1,
      characters: room.characters - characters,
      bytes: room.bytes - bytes,
    };
  }
  return batches;
}
