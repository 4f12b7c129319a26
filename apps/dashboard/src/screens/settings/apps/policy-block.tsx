import type { Schema } from '@plaudit/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Checkbox, Radio } from '../../../components/controls/choice';
import { TextField } from '../../../components/controls/field';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { SaveForm } from '../forms/save-form';
import { useSubmit } from '../forms/use-submit';
import { useAccountApi } from '../parts/account-api';
import { Loaded } from '../parts/loaded';
import { Block } from '../parts/section';
import { useSettingsSearch } from '../parts/use-settings-search';
import type { App } from './app-rows';
import { allowedIds, APP_POLICIES, type AppPolicy, type ListedApp, listedApps } from './policy-draft';

/** Which apps users may connect: all, listed ones, or none. */
export function PolicyBlock({ connected }: { connected: readonly App[] }): ReactNode {
  const t = useTexts('apps');
  const api = useAccountApi();
  const query = useQuery({
    queryKey: api.key('apps', 'policy'),
    queryFn: ({ signal }) => api.client.get('/apps/policy', { signal }),
  });
  return (
    <Block title={t('policy')} text={t('policy_text')}>
      <Loaded query={query}>
        {(stored) => <PolicyForm key={JSON.stringify(stored)} stored={stored} connected={connected} />}
      </Loaded>
    </Block>
  );
}

function PolicyForm({
  stored,
  connected,
}: {
  stored: Schema<'AppPolicy'>;
  connected: readonly App[];
}): ReactNode {
  const t = useTexts('apps');
  const api = useAccountApi();
  const queries = useQueryClient();
  const [search, changeSearch] = useSettingsSearch();
  const storedIds = stored.allowed_apps.map(({ client_id }) => client_id);
  // The page that refused an app leads here with its id.
  const refused = search.allow && !storedIds.includes(search.allow) ? search.allow : '';
  const [policy, setPolicy] = useState<AppPolicy>(stored.policy);
  const [ticked, setTicked] = useState<readonly string[]>(storedIds);
  const [typed, setTyped] = useState(refused);
  const { busy, errorOf, otherError, run } = useSubmit(['policy', 'allowed_apps']);
  const ids = allowedIds(ticked, typed);
  const isEmpty = policy === 'listed' && ids.length === 0;
  const listChanged = ids.length !== storedIds.length || ids.some((id) => !storedIds.includes(id));
  const save = (): Promise<boolean> =>
    run(async () => {
      const saved = await api.client.put('/apps/policy', { body: { policy, allowed_apps: ids } });
      changeSearch({ allow: undefined });
      queries.setQueryData(api.key('apps', 'policy'), saved);
      toaster.show({ text: t('policy_saved') });
    });
  return (
    <SaveForm
      changed={!isEmpty && (policy !== stored.policy || (policy === 'listed' && listChanged))}
      busy={busy}
      error={otherError}
      {...(isEmpty && { hint: t('policy_needs_app') })}
      onSave={() => void save()}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('policy')}</legend>
        {APP_POLICIES.map((one) => (
          <Radio
            key={one}
            name="policy"
            label={t(`policy_${one}`)}
            help={t(`policy_${one}_text`)}
            checked={policy === one}
            onChange={() => setPolicy(one)}
          />
        ))}
      </fieldset>
      {policy === 'listed' && (
        <>
          <AllowedApps
            apps={listedApps(stored.allowed_apps, connected)}
            ticked={ticked}
            onChange={setTicked}
          />
          <TextField
            label={t('add_app')}
            help={t('add_app_help')}
            autoComplete="off"
            spellCheck={false}
            maxLength={512}
            value={typed}
            error={errorOf('allowed_apps')}
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      )}
    </SaveForm>
  );
}

function AllowedApps({
  apps,
  ticked,
  onChange,
}: {
  apps: readonly ListedApp[];
  ticked: readonly string[];
  onChange: (ticked: string[]) => void;
}): ReactNode {
  const t = useTexts('apps');
  const toggle = (id: string): void =>
    onChange(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id]);
  return (
    <fieldset className="grid gap-2">
      <legend className="label">{t('listed_apps')}</legend>
      {apps.length === 0 && <p className="help-text">{t('no_known_apps')}</p>}
      {apps.map(({ client_id, name, host }) => (
        <Checkbox
          key={client_id}
          label={<span className="wrap-anywhere">{name ?? client_id}</span>}
          help={<span className="wrap-anywhere">{name === null ? null : (host ?? client_id)}</span>}
          checked={ticked.includes(client_id)}
          onChange={() => toggle(client_id)}
        />
      ))}
    </fieldset>
  );
}
