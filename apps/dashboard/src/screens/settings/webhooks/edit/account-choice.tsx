import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Checkbox, Radio } from '../../../../components/controls/choice';
import { FormSearch } from '../../../../components/controls/search-field';
import { useTexts } from '../../../../i18n/texts';
import { subAccountsQuery } from '../../../../session/sub-accounts';
import { toggled } from './webhook-draft';

const MAX_FOUND = 20;

/** Chooses whose events are sent: those of all sub accounts, or of some, which are found by name. */
export function AccountChoice({
  accounts,
  error,
  onChange,
}: {
  accounts: readonly number[];
  error: string | null;
  onChange: (accounts: number[]) => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const name = useId();
  const [isSome, setSome] = useState(accounts.length > 0);
  const [text, setText] = useState('');
  const { data: found = [] } = useQuery(subAccountsQuery(text, MAX_FOUND));
  const all = (): void => {
    setSome(false);
    onChange([]);
  };
  return (
    <fieldset className="field">
      <legend className="label">{t('accounts')}</legend>
      <Radio label={t('accounts_all')} name={name} checked={!isSome} onChange={all} />
      <Radio
        label={isSome ? t('some_accounts_chosen', { count: accounts.length }) : t('some_accounts')}
        name={name}
        checked={isSome}
        onChange={() => setSome(true)}
      />
      {isSome && (
        <div className="grid gap-2 ps-6">
          <FormSearch label={t('find_account')} error={error} value={text} onSearch={setText} />
          <div className="grid max-h-40 gap-1 overflow-y-auto">
            {found.map(({ id, name: label }) => (
              <Checkbox
                key={id}
                label={label}
                checked={accounts.includes(id)}
                onChange={() => onChange(toggled(accounts, id))}
              />
            ))}
          </div>
          <p className="help-text" role="status">
            {found.length === 0 ? t('no_account_found') : ''}
            {found.length === MAX_FOUND ? t('more_accounts') : ''}
          </p>
        </div>
      )}
    </fieldset>
  );
}
