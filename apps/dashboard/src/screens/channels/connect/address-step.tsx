import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { SelectField, TextField } from '../../../components/controls/field';
import { useStop } from '../../../components/display/long-wait';
import { PlatformMark } from '../../../components/display/monograms';
import { useTexts } from '../../../i18n/texts';
import type { ChannelType } from '../rules/channel-state';
import { type Recognition, recognise, withScheme } from '../rules/recognise';
import { CheckWait, ConnectError, Obstacle, obstacleOf, type Wizard, WizardFrame } from './wizard';

/** A shorter text is not called faulty. */
const MIN_FAULTY = 8;

/** Takes the address of a profile, says whose it is, and lets the platform check it. */
export function AddressStep({
  wizard,
  types,
  isFirst = false,
}: {
  wizard: Wizard;
  types: readonly ChannelType[];
  /** True if no platform can be searched, so that no step comes before this one. */
  isFirst?: boolean;
}): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const [address, setAddress] = useState('');
  const [slug, setSlug] = useState('');
  const seen = recognise(address, types);
  const offered = offeredBy(seen);
  const type = offered.find((one) => one.type === slug) ?? offered[0];
  const isReady = type !== undefined && obstacleOf(type) === null;
  const { check, cancel } = useCheck(wizard, address);
  const submit = (): void => {
    if (!type || !isReady || check.isPending) return;
    if (type.method === 'url') check.mutate(type);
    else wizard.go(type.type);
  };
  return (
    <WizardFrame
      step="find"
      title={t('paste_address')}
      wizard={wizard}
      onSubmit={submit}
      footer={
        <>
          <Button
            kind="quiet"
            icon={isFirst ? undefined : 'back'}
            onClick={isFirst ? wizard.close : () => wizard.go('find')}
          >
            {common(isFirst ? 'cancel' : 'back')}
          </Button>
          <Button type="submit" kind="primary" className="ms-auto" disabled={!isReady} busy={check.isPending}>
            {t('check_and_continue')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {isFirst && <p className="text-text-2">{t('no_search')}</p>}
        <AddressField
          address={address}
          isAddress={seen.kind !== 'no_address'}
          example={type?.url_example ?? null}
          error={check.error}
          onChange={(text) => {
            setAddress(text);
            check.reset();
          }}
        />
        <Recognised isProfile={seen.kind === 'profile'} offered={offered} type={type} onChoose={setSlug} />
        {seen.kind === 'unknown' && <p role="status">{t('unknown_address')}</p>}
        <Obstacle type={type} />
        {shownError(check.error).field !== 'url' && <ConnectError error={check.error} />}
        <CheckWait platform={check.isPending ? check.variables.label : null} onCancel={cancel} />
        <p className="help-text">
          <button type="button" className="link" onClick={() => wizard.go('all')}>
            {t('all_platforms', { count: types.length })}
          </button>
        </p>
      </div>
    </WizardFrame>
  );
}

/** Lets a platform check the address, and goes on to the settings if it is a profile. */
function useCheck(wizard: Wizard, address: string) {
  const { client } = useApi();
  const stop = useStop();
  const check = useMutation({
    mutationFn: async (chosen: ChannelType) => {
      const input = { type: chosen.type, url: withScheme(address) };
      await client.post('/channels/check', { body: input, signal: stop.signal() });
      return { type: chosen, input, name: '' };
    },
    onSuccess: (draft) => {
      wizard.setDrafts([draft]);
      wizard.go('settings');
    },
  });
  const cancel = (): void => {
    stop.stop();
    check.reset();
  };
  return { check, cancel };
}

/** The platforms that an address may belong to. */
function offeredBy(seen: Recognition<ChannelType>): readonly ChannelType[] {
  if (seen.kind === 'profile') return seen.types;
  return seen.kind === 'other_page' ? [seen.type] : [];
}

function AddressField({
  address,
  isAddress,
  example,
  error,
  onChange,
}: {
  address: string;
  isAddress: boolean;
  example: string | null;
  error: unknown;
  onChange: (address: string) => void;
}): ReactNode {
  const t = useTexts('channels');
  const { msg, field } = shownError(error);
  // The first letters of an address are not one yet.
  const fault = !isAddress && address.length > MIN_FAULTY ? t('no_address') : null;
  return (
    <TextField
      label={t('profile_address')}
      type="url"
      inputMode="url"
      spellCheck={false}
      value={address}
      error={field === 'url' ? msg : fault}
      help={
        example
          ? t('looks_like', { example: example.replace(/^https?:\/\/(www\.)?/, '') })
          : t('address_help')
      }
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Says which platform an address belongs to. Several may have it. */
function Recognised({
  isProfile,
  offered,
  type,
  onChoose,
}: {
  isProfile: boolean;
  offered: readonly ChannelType[];
  type: ChannelType | undefined;
  onChoose: (slug: string) => void;
}): ReactNode {
  const t = useTexts('channels');
  if (!type) return null;
  return (
    <>
      <p className="flex items-center gap-2" role="status">
        <PlatformMark platform={type.type} name={type.label} />
        {t(isProfile ? 'recognised' : 'other_page', { platform: type.label })}
      </p>
      {offered.length > 1 && (
        <SelectField
          label={t('platform')}
          value={type.type}
          choices={offered.map(({ type: value, label }) => ({ value, label }))}
          onChange={({ target }) => onChoose(target.value)}
        />
      )}
    </>
  );
}
