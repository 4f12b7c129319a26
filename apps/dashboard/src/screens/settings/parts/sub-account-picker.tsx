import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Checkbox, Radio } from '../../../components/controls/choice';
import { Chip } from '../../../components/controls/chip';
import { FormSearch } from '../../../components/controls/search-field';
import { useTexts } from '../../../i18n/texts';
import { subAccountsQuery } from '../../../session/sub-accounts';

export interface PickedSubAccount {
  id: number;
  name: string;
}

const MAX_FOUND = 20;

/** Finds sub accounts by name among thousands. `several` allows more than one. */
export function SubAccountPicker({
  label,
  several = false,
  picked,
  usual,
  error,
  onChange,
}: {
  label: string;
  several?: boolean;
  picked: readonly PickedSubAccount[];
  /** The one that counts while none is picked. */
  usual?: number;
  error?: string | null;
  onChange: (picked: PickedSubAccount[]) => void;
}): ReactNode {
  const t = useTexts('settings');
  const [text, setText] = useState('');
  const { data: found = [] } = useQuery(subAccountsQuery(text, MAX_FOUND));
  const remove = (id: number): void => onChange(picked.filter((one) => one.id !== id));
  const toggle = ({ id, name }: PickedSubAccount): void => {
    if (!several) return onChange([{ id, name }]);
    if (picked.some((one) => one.id === id)) return remove(id);
    return onChange([...picked, { id, name }]);
  };
  const OneChoice = several ? Checkbox : Radio;
  return (
    <div className="grid gap-2">
      <FormSearch
        label={label}
        error={error ?? null}
        placeholder={t('find_sub_account')}
        value={text}
        onSearch={setText}
      />
      {several && picked.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {picked.map((one) => (
            <Chip
              key={one.id}
              field=""
              value={one.name}
              removeLabel={t('remove_one', { name: one.name })}
              onRemove={() => remove(one.id)}
            />
          ))}
        </div>
      )}
      <fieldset className="max-h-44 overflow-y-auto rounded-6 border border-line px-3 py-2">
        <legend className="sr-only">{label}</legend>
        <div className="grid gap-2">
          {found.map((one) => (
            <OneChoice
              key={one.id}
              label={one.name}
              {...(one.main ? { help: t('main_sub_account') } : {})}
              checked={picked.some(({ id }) => id === one.id) || (picked.length === 0 && one.id === usual)}
              onChange={() => toggle(one)}
            />
          ))}
        </div>
        <p className="help-text" role="status">
          {found.length === 0 ? t('no_sub_account_found') : ''}
          {found.length === MAX_FOUND ? t('more_by_search') : ''}
        </p>
      </fieldset>
    </div>
  );
}
