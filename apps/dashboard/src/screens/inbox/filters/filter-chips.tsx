import type { ReactNode } from 'react';
import { Chip } from '../../../components/controls/chip';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useInboxSearch } from '../use-inbox';
import { type FilterOptions, useFilterOptions } from './filter-options';
import { chipsOf, type FilterChip, isFlag, PERIODS, withoutChip } from './chips';

/** More names than these are counted. */
const MAX_NAMES = 2;

/** The filters that are set. Each can be removed. */
export function FilterChips(): ReactNode {
  const t = useTexts('inbox_detail');
  const [search, change] = useInboxSearch();
  const options = useFilterOptions(search);
  const valueOf = useChipValue(options);
  return chipsOf(search).map((chip) => {
    const field = t(`field_${chip.field}`);
    return (
      <Chip
        key={chip.field}
        field={field}
        value={valueOf(chip)}
        removeLabel={t('remove_filter', { field })}
        onRemove={() => change((before) => withoutChip(before, chip.field))}
      />
    );
  });
}

function useChipValue(options: FilterOptions): (chip: FilterChip) => string {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const dayOf = (text: string): string => {
    const day = text.slice(0, 10);
    return Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? text : formats.calendarDay(day);
  };
  return ({ field, values }) => {
    if (field === 'posted') {
      const [since = '', until = ''] = values;
      const period = PERIODS.find((one) => one === since);
      if (period && !until) return t(`period_${period}`);
      if (!until) return t('since', { day: dayOf(since) });
      return since
        ? t('between', { from: dayOf(since), to: dayOf(until) })
        : t('until', { day: dayOf(until) });
    }
    if (isFlag(field)) return t(`value_${field}`);
    if (field === 'min_rating' || field === 'max_rating') return values.join();
    const names = values.map((value) => options[field].find((one) => one.value === value)?.label ?? value);
    return names.length > MAX_NAMES && field !== 'rating'
      ? t('n_values', { count: names.length })
      : names.join(', ');
  };
}
