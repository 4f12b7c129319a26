import type { Schema } from '@plaudit/client';

/** Returns JSON with line breaks and indents, and any other text as it is. */
export function prettyBody(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

/** Returns headers as lines, in alphabetical order. */
export function headerLines(headers: Readonly<Record<string, unknown>> | null): string {
  return Object.entries(headers ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}

/** Returns the key of the title of an attempt without a status: what arrived was no response, a part of one, or nothing. */
export function missingAnswer({
  error_code: code,
}: Pick<Schema<'Attempt'>, 'error_code'>): 'answer_broken' | 'answer_incomplete' | 'answer_none' {
  if (code === 'response_malformed' || code === 'headers_too_large') return 'answer_broken';
  return code === 'connection_reset' ? 'answer_incomplete' : 'answer_none';
}

/** Returns a duration as number and unit: 84 ms, 1.2 s. */
export function tookOf(ms: number): { value: number; unit: 'ms' | 's'; digits: number } {
  return ms < 1_000 ? { value: ms, unit: 'ms', digits: 0 } : { value: ms / 1_000, unit: 's', digits: 1 };
}

/** Shortens an id in its middle: `evt_8Kp9…t0ab`. */
export function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}
