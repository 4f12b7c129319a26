import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Chip } from '../../../components/controls/chip';
import { SearchField } from '../../../components/controls/search-field';
import { Tools } from '../../../components/layout/page';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { requestsQuery, useProfiles } from '../invite-queries';
import { useAddress } from '../use-address';
import { FilterMenu } from './filter-menu';
import { filtersOf } from './request-list';

/** Search, filters as chips, and how many requests match. */
export function RequestTools(): ReactNode {
  const t = useTexts('invitations');
  const [address] = useAddress();
  const { data } = useQuery(requestsQuery(useApi(), filtersOf(address)));
  return (
    <Tools label={t('filters')}>
      <AddressSearch label={t('search_label')} />
      <FilterChips />
      <FilterMenu />
      <span className="help-text ms-auto shrink-0" role="status">
        {data && t('count', { count: data.count })}
      </span>
    </Tools>
  );
}

/** A field whose text stands in the address as `q`. */
export function AddressSearch({ label }: { label: string }): ReactNode {
  const [{ q = '' }, change] = useAddress();
  return (
    <SearchField
      label={label}
      value={q}
      className="inv-search"
      onSearch={(text) => change({ q: text, start: undefined }, { replace: true })}
    />
  );
}

function FilterChips(): ReactNode {
  const t = useTexts('invitations');
  const formats = useFormats();
  const [address, change] = useAddress();
  const profiles = useProfiles();
  const { status, type, settingsId } = filtersOf(address);
  const chips = [
    status.length > 0 && {
      name: 'status' as const,
      value: formats.list(status.map((one) => t(`status_${one}`))),
    },
    type && { name: 'type' as const, value: t(`type_${type}`) },
    settingsId && {
      name: 'settings' as const,
      value: profiles.find(({ id }) => id === settingsId)?.name ?? formats.number(settingsId),
    },
  ].filter((chip) => chip !== false && chip !== null && chip !== 0);
  const fields = { status: t('filter_status'), type: t('filter_type'), settings: t('filter_profile') };
  return chips.map(({ name, value }) => (
    <Chip
      key={name}
      field={fields[name]}
      value={value}
      removeLabel={t('filter_remove', { field: fields[name] })}
      onRemove={() => change({ [name]: undefined, start: undefined })}
    />
  ));
}
