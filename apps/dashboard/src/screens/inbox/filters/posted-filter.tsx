import type { ReactNode } from 'react';
import { TextField } from '../../../components/controls/field';
import { useTexts } from '../../../i18n/texts';
import { useInboxSearch } from '../use-inbox';
import { PERIODS, withoutChip } from './chips';
import { withParam } from './filters';

const isDay = (text = ''): boolean => /^\d{4}-\d{2}-\d{2}/.test(text);

/** When the review was posted: one of the usual periods, or two days. */
export function PostedFilter(): ReactNode {
  const t = useTexts('inbox_detail');
  const [search, change] = useInboxSearch();
  const { since, until } = search;
  return (
    <div role="group" aria-label={t('page_posted')}>
      {PERIODS.map((period) => (
        <label key={period} className="menu-item">
          <input
            type="radio"
            name="posted"
            checked={since === period && !until}
            onChange={() => change((before) => withParam(withoutChip(before, 'posted'), 'since', period))}
          />
          {t(`period_${period}`)}
        </label>
      ))}
      <label className="menu-item">
        <input
          type="radio"
          name="posted"
          checked={!since && !until}
          onChange={() => change((before) => withoutChip(before, 'posted'))}
        />
        {t('any_time')}
      </label>
      <div className="posted-days">
        {(['since', 'until'] as const).map((param) => (
          <TextField
            key={param}
            label={t(`day_${param}`)}
            type="date"
            value={isDay(search[param]) ? (search[param] ?? '').slice(0, 10) : ''}
            onChange={({ target }) => change((before) => withParam(before, param, target.value))}
          />
        ))}
      </div>
    </div>
  );
}
