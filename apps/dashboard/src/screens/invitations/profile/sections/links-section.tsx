import type { ReactNode } from 'react';
import { Switch } from '../../../../components/controls/choice';
import { TextField } from '../../../../components/controls/field';
import { Icon } from '../../../../components/display/icon';
import { PlatformMark } from '../../../../components/display/monograms';
import { Menu, MenuItem } from '../../../../components/overlays/menu';
import { useTexts } from '../../../../i18n/texts';
import { type LinkedChannel, useLinkedChannels } from '../profile-queries';
import type { ProfileEditor } from '../use-profile-editor';
import { Section } from './section';
import { TextSettingField } from './text-setting-field';

const MAX_CHANNELS = 10;

/** Where messages lead. There is no choice by rating: everybody gets the same links. */
export function LinksSection({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { draft, change, errorOf } = editor;
  const form = draft.direct_form;
  return (
    <Section title={t('links')} note={t('links_same')}>
      <ChannelChips ids={draft.channels} onChange={(channels) => change({ channels })} />
      {errorOf('channels') && (
        <p className="help bad" role="alert">
          {errorOf('channels')}
        </p>
      )}
      <TextField
        label={t('review_url')}
        type="url"
        placeholder="https://"
        value={draft.review_url ?? ''}
        maxLength={2048}
        error={errorOf('review_url')}
        onChange={(event) => change({ review_url: event.target.value.trim() || null })}
      />
      <Switch
        label={t('direct_form')}
        help={t('direct_form_help')}
        checked={form.enabled}
        onChange={(event) => change({ direct_form: { ...form, enabled: event.target.checked } })}
      />
      {form.enabled && (
        <TextSettingField
          label={t('consent')}
          value={form.consent_text}
          rows={2}
          maxLength={500}
          error={errorOf('direct_form.consent_text')}
          onChange={(text) => change({ direct_form: { ...form, consent_text: text ?? '' } })}
        />
      )}
    </Section>
  );
}

function ChannelChips({
  ids,
  onChange,
}: {
  ids: readonly number[];
  onChange: (ids: number[]) => void;
}): ReactNode {
  const t = useTexts('invite_profile');
  const channels = useLinkedChannels();
  const channelOf = (id: number): LinkedChannel | undefined => channels?.find((one) => one.id === id);
  const others = channels?.filter(({ id, hasPage }) => hasPage && !ids.includes(id)) ?? [];
  const toFront = (at: number): void => {
    const [moved] = ids.slice(at, at + 1);
    const rest = ids.filter((_id, place) => place !== at);
    if (moved !== undefined) onChange(rest.toSpliced(Math.max(0, at - 1), 0, moved));
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {ids.length === 0 && <span className="text-text-2">{t('links_all')}</span>}
      {ids.map((id, at) => (
        <ChannelChip
          key={id}
          id={id}
          channel={channelOf(id)}
          onForward={at > 0 ? () => toFront(at) : null}
          onRemove={() => onChange(ids.filter((one) => one !== id))}
        />
      ))}
      {ids.length < MAX_CHANNELS ? (
        <ChannelMenu channels={others} none={channels?.length === 0} onAdd={(id) => onChange([...ids, id])} />
      ) : (
        <span className="help-text">{t('links_max')}</span>
      )}
    </div>
  );
}

function ChannelChip({
  id,
  channel,
  onForward,
  onRemove,
}: {
  id: number;
  channel: LinkedChannel | undefined;
  onForward: (() => void) | null;
  onRemove: () => void;
}): ReactNode {
  const t = useTexts('invite_profile');
  const { type, label, name } = channel ?? { type: null, label: `${id}`, name: `${id}` };
  return (
    <span className="chip">
      <b className="flex items-center gap-1.5 link-chip">
        <PlatformMark platform={type} name={label} size="small" />
        {name}
      </b>
      {onForward && (
        <button type="button" aria-label={t('links_up', { channel: name })} onClick={onForward}>
          <Icon name="chevron-left" />
        </button>
      )}
      <button type="button" aria-label={t('links_remove', { channel: name })} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

function ChannelMenu({
  channels,
  none,
  onAdd,
}: {
  channels: readonly LinkedChannel[];
  none: boolean;
  onAdd: (id: number) => void;
}): ReactNode {
  const t = useTexts('invite_profile');
  if (none) return <span className="help-text">{t('links_none')}</span>;
  if (channels.length === 0) return null;
  return (
    <Menu
      label={t('links_add')}
      trigger={(attributes) => (
        <button type="button" className="chip add" {...attributes}>
          <Icon name="add" />
          <span>{t('links_add')}</span>
        </button>
      )}
    >
      {channels.map(({ id, label, name }) => (
        <MenuItem key={id} hint={label} onSelect={() => onAdd(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
