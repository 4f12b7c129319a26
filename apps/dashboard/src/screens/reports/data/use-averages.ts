import type { Mark } from '../../../charts/legend';
import type { LineSeries } from '../../../charts/line-chart';
import { useTexts } from '../../../i18n/texts';
import type { AverageLine } from './averages';
import { useSentence } from './use-sentence';

/** Returns how charts and tables show averages, so that official and collected ones are told apart everywhere. */
export function useAverages() {
  const t = useTexts('reports');
  const sentence = useSentence();
  const describe = (text: string): string => t('collected', { value: text });
  const compared = ({ basis }: AverageLine, name: string): string =>
    basis === 'official'
      ? name
      : t(basis === 'collected' ? 'collected' : 'partly_collected', { value: name });
  return {
    /** The line of a period, and that of the time before, whose name says if it has collected averages. */
    series(now: AverageLine, before: AverageLine | undefined, beforeName: string): LineSeries[] {
      return [
        { name: t('average'), values: now.values, estimated: now.collected, describe },
        ...(before
          ? [
              {
                name: compared(before, beforeName),
                values: before.values,
                estimated: before.collected,
                describe,
                compare: true,
              },
            ]
          : []),
      ];
    },
    /** The trend in one sentence for each kind of average, because a change from one to the other is none. */
    sentence(
      { values, collected, basis }: AverageLine,
      titles: readonly string[],
      format: (value: number) => string,
      slot: 'month' | 'day',
    ): string {
      const begin = basis === 'collected' ? values.length : collected.lastIndexOf(true) + 1;
      const part = (name: string, from: number, to: number): string =>
        sentence({ name, values: values.slice(from, to), titles: titles.slice(from, to), format, slot });
      return [
        ...(basis === 'official' ? [] : [part(t('collected_average'), 0, begin)]),
        ...(basis === 'collected' ? [] : [part(t('average_rating'), begin, values.length)]),
      ].join(' ');
    },
    cell({ values, estimated }: LineSeries, at: number, write: (value: number | null) => string): string {
      const value = values[at] ?? null;
      return estimated?.[at] && value !== null ? describe(write(value)) : write(value);
    },
    marks: (lines: readonly LineSeries[], officialName: string) =>
      marksOf(lines, { official: officialName, collected: t('collected_average') }),
  };
}

/** Returns the marks of the legend: those of the kinds of averages that are drawn. */
function marksOf(
  [now, before]: readonly LineSeries[],
  names: { official: string; collected: string },
): { mark: Mark; name: string }[] {
  const isOfficial = now?.values.some((value, at) => value !== null && !now.estimated?.[at]);
  const isCollected = now?.estimated?.includes(true);
  return [
    ...(isOfficial || !isCollected ? [{ mark: 'line' as const, name: names.official }] : []),
    ...(isCollected ? [{ mark: 'estimated' as const, name: names.collected }] : []),
    ...(before ? [{ mark: 'compare' as const, name: before.name }] : []),
  ];
}
