import type { Schema } from '@plaudit/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { SelectField, TextField } from '../../../components/controls/field';
import { Icon } from '../../../components/display/icon';
import { PlatformMark } from '../../../components/display/monograms';
import { LongWait, useStop } from '../../../components/display/long-wait';
import { Note } from '../../../components/display/note';
import { ErrorNote } from '../../../components/forms/error-note';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import type { ChannelType } from '../rules/channel-state';
import { withRetried } from '../rules/found';
import { CandidateList } from './candidate-list';
import { SearchedPlatforms } from './searched-platforms';
import { canSearch, type Wizard, WizardFrame } from './wizard';

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
/** Searches of an account per day, as the API says. */
const MAX_SEARCHES = 30;
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
  const maySearch = useCan('channels:refresh');
  const searchable = types.filter(canSearch).toSorted((a, b) => rankOf(a) - rankOf(b));
  const platforms = state.platforms ?? searchable.slice(0, MAX_PLATFORMS).map(({ type }) => type);
  const discovery = useDiscovery(state, onChange);
  const { search, isBusy } = discovery;
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
  const canSubmit = state.name.trim() !== '' && platforms.length > 0 && maySearch && !isBusy;
  return (
    <WizardFrame
      step="find"
      title={t('connect_title')}
      wizard={wizard}
      onSubmit={() => (chosen.length > 0 ? next() : canSubmit && search.mutate(platforms))}
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
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SearchFields state={state} types={types} error={search.error} onChange={onChange} />
        <PlatformChoice
          types={searchable}
          chosen={platforms}
          onChange={(list) => onChange({ ...state, platforms: list })}
        />
        {!maySearch && <p className="help-text">{t('role_cannot_search')}</p>}
        <Results discovery={discovery} types={types} state={state} onChange={onChange} />
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

function namesOf(slugs: readonly string[], types: readonly ChannelType[]): string[] {
  return slugs.flatMap((slug) => types.find(({ type }) => type === slug)?.label ?? []);
}

/** `search` searches some platforms, and `again` those of them that did not answer. */
function useDiscovery(state: FindState, onChange: (state: FindState) => void) {
  const { client } = useApi();
  const stop = useStop();
  const discover = (platforms: readonly string[]): Promise<Schema<'Discovery'>> =>
    client.post('/channels/discover', {
      body: {
        name: state.name.trim(),
        platforms: [...platforms],
        verify: true,
        ...(state.country ? { country: state.country } : {}),
      },
      signal: stop.signal(),
    });
  const search = useMutation({
    mutationFn: discover,
    onMutate: () => again.reset(),
    onSuccess: (found) => onChange({ ...state, found, chosen: [] }),
  });
  const again = useMutation({
    mutationFn: discover,
    onSuccess: (retried) =>
      onChange({ ...state, found: state.found ? withRetried(state.found, retried) : retried }),
  });
  const cancel = (): void => {
    stop.stop();
    search.reset();
    again.reset();
  };
  return { search, again, cancel, isBusy: search.isPending || again.isPending };
}

/** What is searched now, what was found, and which platforms did not answer. */
function Results({
  discovery: { search, again, cancel, isBusy },
  types,
  state,
  onChange,
}: Omit<StepProps, 'wizard'> & { discovery: ReturnType<typeof useDiscovery> }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const { found, chosen } = state;
  const asked = (again.isPending ? again : search).variables ?? [];
  return (
    <>
      <SearchError error={search.error ?? again.error} />
      <LongWait
        busy={isBusy}
        doing={t('searching_on', { platforms: formats.list(namesOf(asked, types)) })}
        waitingFor={t('searching_waits')}
        onCancel={cancel}
      />
      {found && !search.isPending && !search.isError && (
        <>
          <CandidateList
            found={found}
            types={types}
            chosen={chosen}
            onChange={(list) => onChange({ ...state, chosen: list })}
          />
          <SearchedPlatforms
            found={found}
            types={types}
            busy={again.isPending ? (again.variables[0] ?? null) : null}
            onRetry={(platform) => again.mutate([platform])}
          />
        </>
      )}
    </>
  );
}

/** Says why a search failed. The limit of a day says when it ends, and pasting an address has none. */
function SearchError({ error }: { error: unknown }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const { code, field, retryAfter } = shownError(error);
  if (!error || field === 'name' || field === 'country') return null;
  if (code !== 'discovery_limit_reached' || retryAfter === null) return <ErrorNote error={error} />;
  const end = new Date(Date.now() + retryAfter * 1_000);
  return <Note tone="warn">{t('searches_used', { limit: MAX_SEARCHES, time: formats.moment(end) })}</Note>;
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
