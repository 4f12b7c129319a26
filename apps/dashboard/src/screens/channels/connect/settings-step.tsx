import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { TextField } from '../../../components/controls/field';
import { PlatformMark } from '../../../components/display/monograms';
import { useTexts } from '../../../i18n/texts';
import { type ChannelSettings, ChannelSettingsFields } from '../profile/channel-settings';
import { approvalFlags } from '../rules/approval';
import { ConnectError, type Draft, type Wizard, WizardFrame } from './wizard';

/** Sets name, property and approval of the chosen profiles, and connects them. */
export function SettingsStep({ wizard }: { wizard: Wizard }): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const { drafts } = wizard;
  const [only, ...others] = drafts;
  const [settings, setSettings] = useState<ChannelSettings>({
    name: only?.name ?? '',
    group: '',
    approval: 'wait',
  });
  const [names, setNames] = useState<readonly string[]>(drafts.map(({ name }) => name));
  const isOne = others.length === 0;
  const connect = useConnect(wizard, settings, isOne ? [settings.name] : names);
  return (
    <WizardFrame
      step="settings"
      title={t('settings')}
      wizard={wizard}
      onSubmit={() => connect.mutate()}
      footer={
        <>
          <Button kind="quiet" icon="back" onClick={() => history.back()}>
            {common('back')}
          </Button>
          <Button type="submit" kind="primary" className="ms-auto" busy={connect.isPending}>
            {t('connect_count', { count: drafts.length })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {isOne && only && <DraftHead draft={only} />}
        {!isOne &&
          drafts.map((draft, at) => (
            <div key={`${draft.type.type} ${draft.input.url}`} className="grid gap-2">
              <DraftHead draft={draft} />
              <TextField
                label={t('name')}
                value={names[at] ?? ''}
                maxLength={191}
                onChange={({ target }) => setNames(names.with(at, target.value))}
              />
            </div>
          ))}
        <ChannelSettingsFields
          settings={settings}
          error={null}
          hasName={isOne}
          namePlaceholder={t('name_of_platform')}
          onChange={(change) => setSettings({ ...settings, ...change })}
        />
        <ConnectError error={connect.error} />
      </div>
    </WizardFrame>
  );
}

function DraftHead({ draft }: { draft: Draft }): ReactNode {
  const { type, input, name } = draft;
  return (
    <p className="flex items-center gap-2">
      <PlatformMark platform={type.type} name={type.label} />
      <span className="font-medium">{type.label}</span>
      <span className="min-w-0 truncate text-text-3">
        {name || input.url?.replace(/^https?:\/\/(www\.)?/, '')}
      </span>
    </p>
  );
}

/** Connects one profile after the other. After an error the connected ones stay, and the others can be tried again. */
function useConnect(wizard: Wizard, settings: ChannelSettings, names: readonly string[]) {
  const api = useApi();
  const queries = useQueryClient();
  const [added, setAdded] = useState<readonly number[]>([]);
  return useMutation({
    mutationFn: async () => {
      const ids = [...added];
      for (const [at, draft] of wizard.drafts.entries()) {
        if (ids[at] !== undefined) continue;
        const group = settings.group ? { group_id: Number(settings.group) } : {};
        const { channel } = await api.client.post('/channels/add', { body: { ...draft.input, ...group } });
        ids.push(channel.id);
        setAdded([...ids]);
        await finish(channel.id, channel.name, names[at]?.trim() ?? '');
      }
      return ids;
    },
    onSuccess: (ids) => wizard.go('progress', { added: ids.join(',') }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('channels') }),
  });

  async function finish(id: number, givenName: string, name: string): Promise<void> {
    const rename = name !== '' && name !== givenName ? { name } : {};
    const approve = settings.approval === 'wait' ? {} : approvalFlags(settings.approval);
    const body = { ...rename, ...approve };
    if (Object.keys(body).length === 0) return;
    await api.client.put('/channels/update/{id}', { params: { path: { id } }, body });
  }
}
