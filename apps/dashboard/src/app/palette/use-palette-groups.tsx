import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useApi } from '../../api/api';
import { Icon } from '../../components/display/icon';
import { BusinessMark, PlatformMark } from '../../components/display/monograms';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { subAccountsQuery } from '../../session/sub-accounts';
import { ENTRIES } from '../navigation/entries';
import type { FailedRequest, Option, OptionGroup } from './finder';
import { pageInAccount } from './page-in-account';
import { matches, type PaletteQuery } from './palette-query';
import { useActions } from './use-actions';

const MAX_OPTIONS = 8;

/** What a request found, and the request if it failed. */
interface Found {
  options: Option[];
  failed: FailedRequest | null;
}

const NONE: Found = { options: [], failed: null };

interface PaletteGroups {
  groups: OptionGroup[];
  /** The first of the requests that failed. */
  failed: FailedRequest | null;
}

/** Returns what the palette offers for its text, at most eight options in each group. */
export function usePaletteGroups({ kind, text }: PaletteQuery): PaletteGroups {
  const t = useTexts('palette');
  const common = useTexts('common');
  const go = useGo();
  const accounts = useAccounts(kind, text);
  const channels = useChannels(kind, text);
  const tags = useTags(kind, text);
  const actions = useActions().filter(({ name }) => matches(name, text));
  const screens = ENTRIES.map(({ to, name, icon, key }): Option => ({
    id: `screen-${name}`,
    name: common(name),
    mark: <Icon name={icon} />,
    hint: `G ${key.toUpperCase()}`,
    run: go(to.replace('/$account', '')),
  })).filter(({ name }) => matches(name, text));
  const search: Option[] = text
    ? [
        {
          id: 'search',
          name: t('search_reviews', { text }),
          mark: <Icon name="search" />,
          run: go(`/inbox?status=all&q=${encodeURIComponent(text)}`),
        },
      ]
    : [];
  const all = kind === 'all';
  const groups: OptionGroup[] = [
    { name: t('screens'), options: all ? screens : [] },
    { name: t('sub_accounts'), options: accounts.options },
    { name: t('channels'), options: channels.options },
    { name: t('tags'), options: tags.options },
    { name: t('reviews'), options: all ? search : [] },
    { name: t('actions'), options: all || kind === 'actions' ? actions : [] },
  ];
  return {
    groups: groups.map(({ name, options }) => ({ name, options: options.slice(0, MAX_OPTIONS) })),
    failed: accounts.failed ?? channels.failed ?? tags.failed,
  };
}

/** Returns a function that makes what opens a page of the sub account, in this tab or a new one. */
function useGo(): (path: string) => Option['run'] {
  const navigate = useNavigate();
  const { subAccountId } = useApi();
  return (path) =>
    ({ newTab }) => {
      const href = `/${subAccountId}${path}`;
      if (newTab) window.open(`/app${href}`, '_blank', 'noopener');
      else void navigate({ href });
    };
}

function useAccounts(kind: PaletteQuery['kind'], text: string): Found {
  const t = useTexts('palette');
  const { subAccountId } = useApi();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const wanted = kind === 'accounts' || (kind === 'all' && text !== '');
  const found = useQuery({
    ...subAccountsQuery(useDeferredValue(text), MAX_OPTIONS),
    enabled: wanted,
  });
  if (!wanted) return NONE;
  const options = (found.data ?? []).map(({ id, name, channels }): Option => ({
    id: `account-${id}`,
    name,
    ...(id === subAccountId ? { text: t('current') } : {}),
    mark: <BusinessMark name={name} quiet={id !== subAccountId} />,
    hint: t('channel_count', { count: channels }),
    run: ({ newTab }) => {
      const href = pageInAccount(pathname.replace(/^\/app/, ''), id);
      if (newTab) window.open(`/app${href}`, '_blank', 'noopener');
      else void navigate({ href });
    },
  }));
  return { options, failed: failedOf(found) };
}

function useChannels(kind: PaletteQuery['kind'], text: string): Found {
  const formats = useFormats();
  const api = useApi();
  const go = useGo();
  const wanted = kind === 'all' && text !== '';
  const found = useQuery({
    queryKey: api.key('channels', 'palette'),
    queryFn: ({ signal }) => api.client.get('/channels/get', { params: { query: { limit: 100 } }, signal }),
    enabled: wanted,
  });
  if (!wanted) return NONE;
  const options = (found.data?.items ?? [])
    .filter(({ name, label }) => matches(`${label} ${name}`, text))
    .map(({ id, name, label, type, reviews }) => ({
      id: `channel-${id}`,
      name: `${label}, ${name}`,
      mark: <PlatformMark platform={type} name={label} />,
      hint: formats.number(reviews ?? 0),
      run: go(`/channels/${id}`),
    }));
  return { options, failed: failedOf(found) };
}

function useTags(kind: PaletteQuery['kind'], text: string): Found {
  const api = useApi();
  const go = useGo();
  const wanted = kind === 'tags';
  const found = useQuery({
    queryKey: api.key('tags', 'palette'),
    queryFn: ({ signal }) => api.client.get('/tags', { signal }),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  if (!wanted) return NONE;
  const options = (found.data?.items ?? [])
    .filter(({ name }) => matches(name, text))
    .map(({ id, name }) => ({
      id: `tag-${id}`,
      name,
      mark: <Icon name="tag" />,
      run: go(`/inbox?status=all&tags=${id}`),
    }));
  return { options, failed: failedOf(found) };
}

function failedOf(request: FailedRequest & { isError: boolean }): FailedRequest | null {
  return request.isError ? request : null;
}
