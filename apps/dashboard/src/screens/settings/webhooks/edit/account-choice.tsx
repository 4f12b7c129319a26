import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { Checkbox, Radio } from '../../../../components/controls/choice';
import { TextField } from '../../../../components/controls/field';
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
  const { data: found = [] } = useQuery(subAccountsQuery(useDeferredValue(text.trim()), MAX_FOUND));
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
          <TextField
            label={t('find_account')}
            type="search"
            autoComplete="off"
            error={error}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) event.preventDefault();
            }}
          />
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
