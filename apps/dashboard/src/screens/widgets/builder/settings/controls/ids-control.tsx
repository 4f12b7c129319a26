import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Api, useApi } from '../../../../../api/api';
import { useTexts } from '../../../../../i18n/texts';
import type { Field } from '../field';
import { SettingFrame } from '../setting-frame';
import type { ControlProps } from '../setting-row';
import { ChipList } from './words-controls';

type Kind = Extract<Field, { kind: 'ids' }>['of'];

interface Named {
  id: number;
  name: string;
}

const MAX_CHANNELS = 1000;

function namesQuery({ client, key }: Api, kind: Kind): UseQueryOptions<Named[]> {
  const load: Record<Kind, () => Promise<Named[]>> = {
    channels: async () => {
      const { items } = await client.get('/channels/get', { params: { query: { limit: MAX_CHANNELS } } });
      return items.map(({ id, name, label }) => ({ id, name: `${name} · ${label}` }));
    },
    groups: async () => (await client.get('/groups')).groups,
    sources: async () => (await client.get('/sources')).items,
    tags: async () => (await client.get('/tags')).items,
  };
  return { queryKey: key(kind, 'widget-names'), queryFn: load[kind], staleTime: 60_000 };
}

/** Several channels, properties, sources or tags, by name. */
export function IdsControl({ setting, value, onChange }: ControlProps<'ids'>): ReactNode {
  const t = useTexts('widgets');
  const { of, max } = setting.field;
  const names = useQuery(namesQuery(useApi(), of));
  const ids: readonly number[] = Array.isArray(value) ? value : [];
  const known = new Map((names.data ?? []).map(({ id, name }) => [id, name]));
  const others = (names.data ?? []).filter(({ id }) => !ids.includes(id));
  return (
    <SettingFrame setting={setting} shape="below" error={names.isError ? t('names_failed') : null}>
      {(control) => (
        <>
          <ChipList
            items={ids.map((id) => ({ key: String(id), text: known.get(id) ?? t('unknown_id', { id }) }))}
            disabled={control.disabled}
            onRemove={(key) => onChange(ids.filter((id) => String(id) !== key))}
          />
          <select
            {...control}
            className="input"
            disabled={control.disabled || others.length === 0 || ids.length >= max}
            value=""
            onChange={({ target }) => onChange([...ids, Number(target.value)])}
          >
            <option value="">
              {ids.length === 0 ? t(`all_${setting.key}` as 'all_tags') : t('add_one')}
            </option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
    </SettingFrame>
  );
}
