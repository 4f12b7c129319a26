import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { usePreferences } from '../../../app/preferences';
import { Button } from '../../../components/controls/button';
import { Empty } from '../../../components/display/states';
import { apiDate } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';
import { LoadedRows } from '../parts/loaded';
import { SectionHeader } from '../parts/section';
import { PAGE_SIZE, usePages } from '../parts/use-pages';
import { useSettingsSearch } from '../parts/use-settings-search';
import { groupByDay } from './audit-days';
import { AuditEntry } from './audit-entry';
import { AuditFilterBar } from './audit-filter-bar';
import { FILTER_NAMES, filtersIn } from './audit-filters';
import { ExportButton } from './export-button';
import { placeIn, useAuditNames } from './use-audit-names';

/** What was changed, by whom and when. The filters are in the address. */
export function AuditSection(): ReactNode {
  const t = useTexts('settings');
  const api = useAccountApi();
  const [search, change] = useSettingsSearch();
  const filters = filtersIn(search);
  const isFiltered = Object.keys(filters).length > 0;
  const pages = usePages<Schema<'AuditItem'>>(
    api.key('account', 'audit', filters),
    async (before, signal) => {
      const query = { ...filters, limit: PAGE_SIZE, ...(before === null ? {} : { before_id: before }) };
      const { items, next_before_id } = await api.client.get('/account/audit', {
        params: { query },
        signal,
      });
      return { rows: items, next: items.length < PAGE_SIZE ? null : (next_before_id ?? null) };
    },
  );
  const clear = (): void => change(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])));
  return (
    <>
      <SectionHeader title={t('audit')} actions={<ExportButton filters={filters} />}>
        {t('audit_text')}
      </SectionHeader>
      <AuditFilterBar filters={filters} onChange={change} />
      <LoadedRows
        pages={pages}
        empty={
          <Empty
            icon="log"
            title={t(isFiltered ? 'no_entry_matches' : 'no_entries')}
            action={isFiltered && <Button onClick={clear}>{t('clear_filters')}</Button>}
          />
        }
      >
        {(rows) => <Days rows={rows} onFilter={change} />}
      </LoadedRows>
    </>
  );
}

function Days({
  rows,
  onFilter,
}: {
  rows: readonly Schema<'AuditItem'>[];
  onFilter: (change: Record<string, string | undefined>) => void;
}): ReactNode {
  const t = useTexts('settings');
  const { timeZone, language } = usePreferences();
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone });
  const names = useAuditNames(rows);
  return groupByDay(rows, apiDate, timeZone).map(({ day, first, entries }) => (
    <section key={day} aria-label={dates.format(apiDate(first.created_on))}>
      <h3 className="border-b border-line px-6 py-2 font-semibold max-sm:px-4">
        {dates.format(apiDate(first.created_on))}
      </h3>
      <ol aria-label={t('audit')}>
        {entries.map((entry) => (
          <AuditEntry
            key={entry.id}
            entry={entry}
            place={names.of('sub_account', placeIn(entry)) ?? null}
            names={names}
            onFilter={onFilter}
          />
        ))}
      </ol>
    </section>
  ));
}
