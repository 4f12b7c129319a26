import type { Schema } from '@plaudit/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { SelectField, TextField } from '../../../components/controls/field';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { sessionQuery } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { Loaded } from '../parts/loaded';
import { SaveForm } from '../forms/save-form';
import { Block } from '../parts/section';
import { accountQuery } from '../parts/account-query';
import { timeZoneChoices } from '../parts/time-zones';
import { useSubmit } from '../forms/use-submit';

export function CompanyForm(): ReactNode {
  const t = useTexts('settings');
  const query = useQuery(accountQuery(useAccountApi()));
  return (
    <Block title={t('company')} text={t('company_text')}>
      <Loaded query={query}>
        {(account) => (
          <Fields key={`${account.company_name} ${account.website} ${account.time_zone}`} account={account} />
        )}
      </Loaded>
    </Block>
  );
}

function Fields({ account }: { account: Schema<'Account'> }): ReactNode {
  const t = useTexts('settings');
  const api = useAccountApi();
  const own = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState(account.company_name);
  const [website, setWebsite] = useState(account.website ?? '');
  const [zone, setZone] = useState(account.time_zone ?? '');
  const { busy, errorOf, otherError, run } = useSubmit(['company_name', 'website', 'time_zone']);
  const changed =
    name !== account.company_name ||
    website !== (account.website ?? '') ||
    zone !== (account.time_zone ?? '');
  const save = (): Promise<boolean> =>
    run(async () => {
      await api.client.put('/account', {
        body: {
          company_name: name,
          website: website.trim() === '' ? null : website.trim(),
          time_zone: zone || null,
        },
      });
      await Promise.all([
        queries.invalidateQueries({ queryKey: api.key('account') }),
        queries.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }),
        queries.invalidateQueries({ queryKey: own.key('reports') }),
        queries.invalidateQueries({ queryKey: own.key('invites') }),
      ]);
      toaster.show({ text: t('saved') });
    });
  return (
    <SaveForm changed={changed} busy={busy} error={otherError} onSave={() => void save()}>
      <TextField
        label={t('company_name')}
        autoComplete="organization"
        maxLength={191}
        value={name}
        error={errorOf('company_name')}
        onChange={({ target }) => setName(target.value)}
        required
      />
      <TextField
        label={t('website')}
        type="url"
        placeholder="https://"
        value={website}
        error={errorOf('website')}
        onChange={({ target }) => setWebsite(target.value)}
      />
      <SelectField
        label={t('account_zone')}
        help={t('account_zone_help')}
        value={zone}
        error={errorOf('time_zone')}
        onChange={({ target }) => setZone(target.value)}
        choices={[
          { value: '', label: t('account_zone_none') },
          ...timeZoneChoices(account.time_zone ? [account.time_zone] : []),
        ]}
      />
    </SaveForm>
  );
}
