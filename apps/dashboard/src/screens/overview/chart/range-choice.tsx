import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Segments } from '../../../components/controls/segments';
import { useTexts } from '../../../i18n/texts';
import { DEFAULT_RANGE, RANGES, rangeOf } from '../data/range';

const ROUTE = '/$account/';

/** The choice of the period, which is in the address. */
export function RangeChoice(): ReactNode {
  const t = useTexts('overview');
  const { range } = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  return (
    <Segments
      label={t('period')}
      value={rangeOf(range)}
      choices={RANGES.map((value) => ({
        value,
        label: t(value === '12' ? 'n_months' : 'n_days', { count: Number(value) }),
      }))}
      onChange={(value) =>
        void navigate({
          search: (before) => ({ ...before, range: value === DEFAULT_RANGE ? undefined : value }),
        })
      }
    />
  );
}
