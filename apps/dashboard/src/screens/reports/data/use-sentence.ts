import { trendOf } from '../../../charts/geometry/trend';
import { useTexts } from '../../../i18n/texts';

/** What a sentence about a line says. */
interface Described {
  name: string;
  values: readonly (number | null)[];
  titles: readonly string[];
  format: (value: number) => string;
  /** What a value belongs to. */
  slot?: 'month' | 'day';
}

/** Returns the function that describes a line in one sentence: its first and last value and how many are missing. */
export function useSentence(): (line: Described) => string {
  const t = useTexts('reports');
  return ({ name, values, titles, format, slot = 'month' }) => {
    const trend = trendOf(values);
    if (!trend) {
      const at = values.findIndex((value) => value !== null);
      const only = values[at] ?? null;
      if (only === null) return t('sentence_none', { name });
      return t('sentence_one', { name, value: format(only), month: titles[at] ?? '' });
    }
    const { kind, first, last, firstAt, lastAt } = trend;
    const ends = { first: titles[firstAt] ?? '', last: titles[lastAt] ?? '' };
    const sentence = t(`sentence_${kind}`, { name, from: format(first), to: format(last), ...ends });
    const missing = values.filter((value) => value === null).length;
    if (missing === 0) return sentence;
    const gaps = t(slot === 'day' ? 'sentence_gap_days' : 'sentence_gaps', { count: missing });
    return `${sentence} ${gaps}`;
  };
}
