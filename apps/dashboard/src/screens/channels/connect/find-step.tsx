import type { Schema } from '@plaudit/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { SelectField, TextField } from '../../../components/controls/field';
import { Icon } from '../../../components/display/icon';
import { PlatformMark } from '../../../components/display/monograms';
import { Note } from '../../../components/display/note';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import type { ChannelType } from '../rules/channel-state';
import { CandidateList } from './candidate-list';
import { obstacleOf, type Wizard, WizardFrame } from './wizard';

export interface FindState {
  name: string;
  country: string;
  /** Slugs of at most three platforms. Null until the person has chosen. */
  platforms: readonly string[] | null;
  found: Schema<'Discovery'> | null;
  /** Addresses of the chosen candidates. */
  chosen: readonly string[];
}
export const EMPTY_SEARCH: FindState = { name: '', country: '', platforms: null, found: null, chosen: [] };

const MAX_PLATFORMS = 3;
/** The platforms that most businesses are on come first. */
const COMMON: readonly string[] = ['google_maps', 'tripadvisor', 'trustpilot', 'yelp'];

interface StepProps {
  wizard: Wizard;
  types: readonly ChannelType[];
  state: FindState;
  onChange: (state: FindState) => void;
}

/** Searches platforms for the name of a business, and offers what they find. */
export function FindStep({ wizard, types, state, onChange }: StepProps): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const canSearch = useCan('channels:refresh');
  const searchable = types
    .filter((type) => type.features.discover && obstacleOf(type) === null)
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const platforms = state.platforms ?? searchable.slice(0, MAX_PLATFORMS).map(({ type }) => type);
  const search = useDiscovery({ ...state, platforms }, onChange);
  const { chosen, found } = state;
  const next = (): void => {
    wizard.setDrafts(
      (found?.candidates ?? []).flatMap(({ platform, url, business_name }) => {
        const type = types.find(({ type: slug }) => slug === platform);
        return type && chosen.includes(url)
          ? [{ type, input: { type: platform, url }, name: business_name }]
          : [];
      }),
    );
    wizard.go('settings');
  };
  const canSubmit = state.name.trim() !== '' && platforms.length > 0 && canSearch;
  return (
    <WizardFrame
      step="find"
      title={t('connect_title')}
      wizard={wizard}
      onSubmit={() => (chosen.length > 0 ? next() : canSubmit && search.mutate())}
      footer={
        <>
          <p className="help-text max-sm:hidden">{t('check_address_hint')}</p>
          <Button kind="quiet" className="ms-auto" onClick={wizard.close}>
            {common('cancel')}
          </Button>
          {chosen.length > 0 ? (
            <Button type="submit" kind="primary">
              {t('continue_with', { count: chosen.length })}
            </Button>
          ) : (
            <Button type="submit" kind="primary" icon="search" disabled={!canSubmit} busy={search.isPending}>
              {t('search_button')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <SearchFields state={state} types={types} error={search.error} onChange={onChange} />
        <PlatformChoice
          types={searchable}
          chosen={platforms}
          onChange={(list) => onChange({ ...state, platforms: list })}
        />
        {!canSearch && <p className="help-text">{t('role_cannot_search')}</p>}
        {search.error && <Note tone="bad">{shownError(search.error).msg ?? common('network_failed')}</Note>}
        {search.isPending && <p role="status">{t('searching')}</p>}
        {found && !search.isPending && (
          <CandidateList
            found={found}
            types={types}
            chosen={chosen}
            onChange={(list) => onChange({ ...state, chosen: list })}
          />
        )}
        <p className="help-text">
          {t('not_in_list')}{' '}
          <button type="button" className="link" onClick={() => wizard.go('address')}>
            {t('paste_address')}
          </button>
          {' · '}
          <button type="button" className="link" onClick={() => wizard.go('all')}>
            {t('all_platforms', { count: types.length })}
          </button>
        </p>
      </div>
    </WizardFrame>
  );
}

function rankOf({ type }: ChannelType): number {
  const at = COMMON.indexOf(type);
  return at === -1 ? COMMON.length : at;
}

function useDiscovery(state: FindState, onChange: (state: FindState) => void) {
  const { client } = useApi();
  return useMutation({
    mutationFn: () =>
      client.post('/channels/discover', {
        body: {
          name: state.name.trim(),
          platforms: [...(state.platforms ?? [])],
          verify: true,
          ...(state.country ? { country: state.country } : {}),
        },
      }),
    onSuccess: (found) => onChange({ ...state, found, chosen: [] }),
  });
}

function SearchFields({
  state,
  types,
  error,
  onChange,
}: Omit<StepProps, 'wizard'> & { error: unknown }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const { msg, field } = shownError(error);
  const codes = [...new Set(types.flatMap(({ countries }) => (countries ?? []) as string[]))];
  const countries = codes
    .map((code) => ({ value: code, label: formats.countryName(code) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  // What was found belongs to the words that were searched for.
  const change = (part: Partial<FindState>): void => onChange({ ...state, ...part, chosen: [] });
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <TextField
        label={t('business_name')}
        value={state.name}
        maxLength={191}
        error={field === 'name' ? msg : null}
        after={<Icon name="search" />}
        onChange={({ target }) => change({ name: target.value })}
      />
      <SelectField
        label={t('country')}
        value={state.country}
        error={field === 'country' ? msg : null}
        choices={[{ value: '', label: t('any_country') }, ...countries]}
        onChange={({ target }) => change({ country: target.value })}
      />
    </div>
  );
}

function PlatformChoice({
  types,
  chosen,
  onChange,
}: {
  types: readonly ChannelType[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}): ReactNode {
  const t = useTexts('channels');
  if (types.length === 0) return <p className="help-text">{t('no_search')}</p>;
  return (
    <div className="grid gap-1.5" role="group" aria-label={t('search_on')}>
      <div className="flex flex-wrap items-center gap-2">
        <span className="label">{t('search_on')}</span>
        {types.map(({ type, label }) => {
          const isOn = chosen.includes(type);
          const isFull = !isOn && chosen.length >= MAX_PLATFORMS;
          return (
            <button
              key={type}
              type="button"
              className={isOn ? 'btn small pressed' : 'btn small'}
              aria-pressed={isOn}
              disabled={isFull}
              onClick={() => onChange(isOn ? chosen.filter((one) => one !== type) : [...chosen, type])}
            >
              <PlatformMark platform={type} name={label} size="small" />
              {label}
            </button>
          );
        })}
      </div>
      <p className="help-text">{t('search_limit')}</p>
    </div>
  );
}
