import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { SelectField, TextField } from '../../../components/controls/field';
import { PlatformMark } from '../../../components/display/monograms';
import { useTexts } from '../../../i18n/texts';
import type { ChannelType } from '../rules/channel-state';
import { recognise, withScheme } from '../rules/recognise';
import { ConnectError, obstacleOf, type Wizard, WizardFrame } from './wizard';

/** Takes the address of a profile, says whose it is, and lets the platform check it. */
export function AddressStep({ wizard, types }: { wizard: Wizard; types: readonly ChannelType[] }): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const { client } = useApi();
  const [address, setAddress] = useState('');
  const [slug, setSlug] = useState('');
  const seen = recognise(address, types);
  const offered = seen.kind === 'profile' ? seen.types : seen.kind === 'other_page' ? [seen.type] : [];
  const type = offered.find((one) => one.type === slug) ?? offered[0];
  const obstacle = type && obstacleOf(type);
  const check = useMutation({
    mutationFn: async (chosen: ChannelType) => {
      const input = { type: chosen.type, url: withScheme(address) };
      await client.post('/channels/check', { body: input });
      return { type: chosen, input, name: '' };
    },
    onSuccess: (draft) => {
      wizard.setDrafts([draft]);
      wizard.go('settings');
    },
  });
  const { msg, field } = shownError(check.error);
  const isAtField = field === 'url';
  const example = type?.url_example?.replace(/^https?:\/\/(www\.)?/, '');
  const needsMore = type?.method !== undefined && type.method !== 'url';
  const submit = (): void => {
    if (!type || obstacle) return;
    if (needsMore) wizard.go(type.type);
    else check.mutate(type);
  };
  return (
    <WizardFrame
      step="find"
      title={t('paste_address')}
      wizard={wizard}
      onSubmit={submit}
      footer={
        <>
          <Button kind="quiet" icon="back" onClick={() => wizard.go('find')}>
            {common('back')}
          </Button>
          <Button
            type="submit"
            kind="primary"
            className="ms-auto"
            disabled={!type || Boolean(obstacle)}
            busy={check.isPending}
          >
            {t('check_and_continue')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <TextField
          label={t('profile_address')}
          type="url"
          inputMode="url"
          autoFocus
          spellCheck={false}
          value={address}
          error={isAtField ? msg : seen.kind === 'no_address' && address.length > 8 ? t('no_address') : null}
          help={type && example ? t('looks_like', { example }) : t('address_help')}
          onChange={({ target }) => {
            setAddress(target.value);
            check.reset();
          }}
        />
        {type && (
          <p className="flex items-center gap-2" role="status">
            <PlatformMark name={type.label} />
            {t(seen.kind === 'other_page' ? 'other_page' : 'recognised', { platform: type.label })}
          </p>
        )}
        {offered.length > 1 && (
          <SelectField
            label={t('platform')}
            value={type?.type ?? ''}
            choices={offered.map(({ type: value, label }) => ({ value, label }))}
            onChange={({ target }) => setSlug(target.value)}
          />
        )}
        {seen.kind === 'unknown' && <p role="status">{t('unknown_address')}</p>}
        {type && obstacle && (
          <p className="help bad">{t(obstacle, { platform: type.label, limit: type.limit })}</p>
        )}
        {!isAtField && <ConnectError error={check.error} />}
        <p className="help-text">
          <button type="button" className="link" onClick={() => wizard.go('all')}>
            {t('all_platforms', { count: types.length })}
          </button>
        </p>
      </div>
    </WizardFrame>
  );
}
