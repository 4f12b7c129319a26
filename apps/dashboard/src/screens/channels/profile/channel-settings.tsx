import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Radio } from '../../../components/controls/choice';
import { SelectField, TextField } from '../../../components/controls/field';
import { Note } from '../../../components/display/note';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { type Approval, approvalFlags, approvalOf, APPROVALS } from '../rules/approval';
import type { Channel } from '../rules/channel-state';
import { useGroups, useRefetchChannels } from '../use-channels';

export interface ChannelSettings {
  name: string;
  /** The id of the property, or an empty text. */
  group: string;
  approval: Approval;
}

export function settingsOf(channel: Channel): ChannelSettings {
  return {
    name: channel.name,
    group: String(channel.group ?? ''),
    approval: approvalOf(channel),
  };
}

/** Holds changed settings of a channel until they are saved. */
export function useChannelSettings(channel: Channel, onSaved?: () => void) {
  const api = useApi();
  const t = useTexts('channels');
  const refetch = useRefetchChannels();
  const stored = settingsOf(channel);
  const [changes, setChanges] = useState<Partial<ChannelSettings>>({});
  const settings = { ...stored, ...changes };
  const isChanged = (Object.keys(stored) as (keyof ChannelSettings)[]).some(
    (name) => settings[name] !== stored[name],
  );
  const save = useMutation({
    mutationFn: () =>
      api.client.put('/channels/update/{id}', {
        params: { path: { id: channel.id } },
        body: {
          name: settings.name.trim(),
          group_id: settings.group ? Number(settings.group) : null,
          ...approvalFlags(settings.approval),
        },
      }),
    onSuccess: async () => {
      await refetch();
      setChanges({});
      toaster.show({ text: t('saved') });
      onSaved?.();
    },
  });
  return {
    settings,
    isChanged,
    save,
    change: (change: Partial<ChannelSettings>) => setChanges((old) => ({ ...old, ...change })),
    reset: () => setChanges({}),
  };
}

/** Name, property and what happens to new reviews. */
export function ChannelSettingsFields({
  settings,
  onChange,
  error,
  namePlaceholder,
  hasName = true,
}: {
  settings: ChannelSettings;
  onChange: (change: Partial<ChannelSettings>) => void;
  error: unknown;
  namePlaceholder?: string;
  hasName?: boolean;
}): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const groups = useGroups().data ?? [];
  const radios = useId();
  const { msg, field } = shownError(error);
  const isElsewhere = Boolean(error) && field !== 'name' && field !== 'group_id';
  return (
    <div className="grid gap-3">
      {hasName && (
        <TextField
          label={t('name')}
          value={settings.name}
          maxLength={191}
          placeholder={namePlaceholder}
          error={field === 'name' ? msg : null}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      )}
      <SelectField
        label={t('property')}
        value={settings.group}
        error={field === 'group_id' ? msg : null}
        choices={[
          { value: '', label: t('no_property') },
          ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target }) => onChange({ group: target.value })}
      />
      <fieldset className="grid gap-1.5">
        <legend className="label">{t('new_reviews')}</legend>
        {APPROVALS.map((approval) => (
          <Radio
            key={approval}
            name={radios}
            checked={settings.approval === approval}
            label={t(`approval_${approval}`)}
            help={approval === 'four_stars' ? t('selected_reviews') : undefined}
            onChange={() => onChange({ approval })}
          />
        ))}
      </fieldset>
      {isElsewhere && <Note tone="bad">{msg ?? common('network_failed')}</Note>}
    </div>
  );
}
