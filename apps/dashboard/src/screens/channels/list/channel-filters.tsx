import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, type Ref, useRef } from 'react';
import { useShortcuts } from '../../../app/shortcuts';
import { Chip } from '../../../components/controls/chip';
import { SearchField } from '../../../components/controls/search-field';
import { Icon } from '../../../components/display/icon';
import { Key } from '../../../components/display/labels';
import { Tools } from '../../../components/layout/page';
import { Menu, MenuItem } from '../../../components/overlays/menu';
import { useTexts } from '../../../i18n/texts';
import { type Need, NEEDS } from '../rules/channel-state';
import { useGroups } from '../use-channels';

type Filter = 'q' | 'group' | 'status';

/** Search and filters of the channels. All of them are in the address. */
export function ChannelFilters({ children }: { children: ReactNode }): ReactNode {
  const t = useTexts('channels');
  const { q = '', group, status } = useSearch({ from: '/$account/channels' });
  const navigate = useNavigate({ from: '/$account/channels' });
  const groups = useGroups().data ?? [];
  const menu = useRef<HTMLButtonElement>(null);
  const set = (name: Filter, value: string | undefined): void =>
    void navigate({ search: (old) => ({ ...old, [name]: value || undefined }), replace: true });
  useShortcuts([{ keys: 'f', run: () => menu.current?.click() }]);
  const groupName =
    group === 'none' ? t('no_property') : (groups.find(({ id }) => String(id) === group)?.name ?? '');
  const isNeed = NEEDS.includes(status as Need);
  return (
    <Tools label={t('filters')}>
      <SearchField
        label={t('search')}
        value={q}
        className="channel-search"
        onSearch={(text) => set('q', text)}
      />
      {group && (
        <Chip
          field={t('property')}
          value={groupName}
          removeLabel={t('remove_filter', { name: t('property') })}
          onRemove={() => set('group', undefined)}
        />
      )}
      {isNeed && (
        <Chip
          field={t('status')}
          value={t(`need_${status as Need}`)}
          removeLabel={t('remove_filter', { name: t('status') })}
          onRemove={() => set('status', undefined)}
        />
      )}
      <FilterMenu group={group} status={status} button={menu} onChange={set} />
      {children}
    </Tools>
  );
}

function FilterMenu({
  group,
  status,
  button,
  onChange,
}: {
  group: string | undefined;
  status: string | undefined;
  button: Ref<HTMLButtonElement>;
  onChange: (name: Filter, value: string | undefined) => void;
}): ReactNode {
  const t = useTexts('channels');
  const groups = useGroups().data ?? [];
  return (
    <Menu
      label={t('filter')}
      trigger={(attributes) => (
        <button {...attributes} ref={button} type="button" className="chip add">
          <Icon name="add" />
          <span>{t('filter')}</span>
          <Key>F</Key>
        </button>
      )}
    >
      <p className="menu-heading">{t('status')}</p>
      {NEEDS.map((need) => (
        <MenuItem
          key={need}
          checked={status === need}
          onSelect={() => onChange('status', status === need ? undefined : need)}
        >
          {t(`need_${need}`)}
        </MenuItem>
      ))}
      <hr />
      <p className="menu-heading">{t('property')}</p>
      {[
        ...groups.map(({ id, name }) => ({ value: String(id), name })),
        { value: 'none', name: t('no_property') },
      ].map(({ value, name }) => (
        <MenuItem
          key={value}
          checked={group === value}
          onSelect={() => onChange('group', group === value ? undefined : value)}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
