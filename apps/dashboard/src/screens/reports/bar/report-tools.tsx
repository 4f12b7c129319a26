import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useApi } from '../../../api/api';
import { useShortcuts } from '../../../app/shortcuts';
import { Chip } from '../../../components/controls/chip';
import { Switch } from '../../../components/controls/choice';
import { SelectField } from '../../../components/controls/field';
import { Icon } from '../../../components/display/icon';
import { Tools } from '../../../components/layout/page';
import { Menu } from '../../../components/overlays/menu';
import { useTexts } from '../../../i18n/texts';
import { type Range, RANGES, rangeOf, type ReportsSearch } from '../data/report-filters';
import { channelsQuery, groupsQuery } from '../data/reports-data';

const ROUTE = '/$account/reports';
const FIELDS = ['groups', 'type', 'channels'] as const;
type Field = (typeof FIELDS)[number];
type Options = Record<Field, readonly { value: string; label: string }[]>;

/** Returns the function that changes the address. Another filter is another place, so the back button returns to it. */
function useChange(): (change: ReportsSearch) => void {
  const navigate = useNavigate({ from: ROUTE });
  return (change) => void navigate({ search: (before) => ({ ...before, ...change }) });
}

/** Period, comparison and filters of all reports. */
export function ReportTools({ zone, filters }: { zone: string; filters: boolean }): ReactNode {
  const t = useTexts('reports');
  const search = useSearch({ from: ROUTE });
  const change = useChange();
  const options = useOptions();
  return (
    <Tools label={t('filters')}>
      <label className="pick">
        <Icon name="clock" />
        <span className="sr-only">{t('period')}</span>
        <select
          className="plain-select"
          value={rangeOf(search)}
          onChange={({ target }) => change({ range: target.value === '12' ? undefined : target.value })}
        >
          {RANGES.map((range: Range) => (
            <option key={range} value={range}>
              {t('last_months', { count: Number(range) })}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="small" />
      </label>
      <span className="pick">
        <Switch
          label={t(rangeOf(search) === '12' ? 'compare_year' : 'compare_period')}
          checked={search.compare === '1'}
          onChange={({ target }) => change({ compare: target.checked ? '1' : undefined })}
        />
      </span>
      {filters &&
        FIELDS.map((field) => {
          const value = search[field];
          if (value === undefined) return null;
          const label = t(`field_${field}`);
          return (
            <Chip
              key={field}
              field={label}
              value={nameOf(value, options[field])}
              removeLabel={t('remove_filter', { field: label })}
              onRemove={() => change({ [field]: undefined })}
            />
          );
        })}
      {filters && <FilterMenu options={options} />}
      <span className="help-text ms-auto whitespace-nowrap max-sm:hidden">
        {filters ? t('all_statuses', { zone }) : zone}
      </span>
    </Tools>
  );
}

function FilterMenu({ options }: { options: Options }): ReactNode {
  const t = useTexts('reports');
  const search = useSearch({ from: ROUTE });
  const change = useChange();
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts([{ keys: 'f', run: () => button.current?.click() }]);
  return (
    <Menu
      label={t('filter')}
      role="dialog"
      trigger={(attributes) => (
        <button ref={button} type="button" className="chip add" {...attributes}>
          <Icon name="add" />
          <span>{t('filter')}</span>
          <kbd aria-hidden="true">F</kbd>
        </button>
      )}
    >
      <div className="reports-filter">
        {FIELDS.map((field) => (
          <SelectField
            key={field}
            label={t(`field_${field}`)}
            value={search[field] ?? ''}
            choices={[{ value: '', label: t(`any_${field}`) }, ...options[field]]}
            onChange={({ target }) => change({ [field]: target.value || undefined })}
          />
        ))}
      </div>
    </Menu>
  );
}

function useOptions(): Options {
  const api = useApi();
  const channels = useQuery(channelsQuery(api)).data ?? [];
  const groups = useQuery(groupsQuery(api)).data ?? [];
  const types = new Map(channels.map(({ type_id, label }) => [String(type_id), label]));
  return {
    groups: groups.map(({ id, name }) => ({ value: String(id), label: name })),
    type: [...types].map(([value, label]) => ({ value, label })),
    channels: channels.map(({ id, label, name }) => ({ value: String(id), label: `${label}, ${name}` })),
  };
}

function nameOf(value: string, options: Options[Field]): string {
  const names = value.split(',').map((one) => options.find((option) => option.value === one)?.label ?? one);
  return names.join(', ');
}
