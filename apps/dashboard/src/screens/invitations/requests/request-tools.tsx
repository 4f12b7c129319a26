import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/api';
import { useShortcuts } from '../../../app/shortcuts';
import { Chip } from '../../../components/controls/chip';
import { Icon } from '../../../components/display/icon';
import { Key } from '../../../components/display/labels';
import { Tools } from '../../../components/layout/page';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { requestsQuery, useProfiles } from '../invite-queries';
import { useAddress } from '../use-address';
import { FilterMenu } from './filter-menu';
import { filtersOf } from './request-list';

/** The address follows what is typed after this time, in ms. */
const TYPING_MS = 300;

/** Search, filters as chips, and how many requests match. */
export function RequestTools(): ReactNode {
  const t = useTexts('invitations');
  const [address] = useAddress();
  const { data } = useQuery(requestsQuery(useApi(), filtersOf(address)));
  return (
    <Tools label={t('filters')}>
      <SearchField label={t('search_label')} />
      <FilterChips />
      <FilterMenu />
      <span className="help-text ms-auto shrink-0" role="status">
        {data && t('count', { count: data.count })}
      </span>
    </Tools>
  );
}

/** A field whose text stands in the address as `q`. `/` leads to it. */
export function SearchField({ label }: { label: string }): ReactNode {
  const [address, change] = useAddress();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(address.q ?? '');
  const [shown, setShown] = useState(address.q ?? '');
  if (shown !== (address.q ?? '')) {
    setShown(address.q ?? '');
    setText(address.q ?? '');
  }
  useEffect(() => {
    if (text.trim() === (address.q ?? '')) return undefined;
    const timer = setTimeout(
      () => change({ q: text.trim(), start: undefined }, { replace: true }),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [text, address.q, change]);
  useShortcuts([{ keys: '/', run: () => field.current?.focus() }]);
  return (
    <label className="input is-compact inv-search">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        value={text}
        maxLength={200}
        placeholder={label}
        aria-label={label}
        onChange={(event) => setText(event.target.value)}
      />
      <Key>/</Key>
    </label>
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
