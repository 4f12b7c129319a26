import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazy } from '../../../api/load-code';
import type { ChannelType } from '../rules/channel-state';
import { useTypes } from '../use-channels';
import { AddressStep } from './address-step';
import { EMPTY_SEARCH, type FindState, FindStep } from './find-step';
import { MethodStep } from './method-step';
import { PlatformsStep } from './platforms-step';
import { ProgressStep } from './progress-step';
import { SettingsStep } from './settings-step';
import { canSearch, type Draft, type Wizard } from './wizard';

const ImportStep = lazy(() => import('./import-step').then((m) => ({ default: m.ImportStep })));

/** The steps that are not platforms. */
const STEPS: readonly string[] = ['find', 'address', 'all', 'settings', 'progress', 'import'];

/** Connects channels. The step is in the address, so that Back and links work. */
export function ConnectDialog(): ReactNode {
  const search = useSearch({ from: '/$account/channels' });
  const { connect = 'find', connection, channel, added = '' } = search;
  const navigate = useNavigate({ from: '/$account/channels' });
  const types = useTypes();
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [find, setFind] = useState<FindState>(EMPTY_SEARCH);
  const wizard: Wizard = {
    drafts,
    setDrafts,
    channelId: Number(channel) || null,
    connectionId: Number(connection) || null,
    added: added.split(',').map(Number).filter(Boolean),
    go: (step, more = {}) =>
      void navigate({
        search: (old) => ({ ...old, connect: step, connection: undefined, added: undefined, ...more }),
      }),
    close: () =>
      void navigate({
        search: ({ tab, group, status, q }) => ({ tab, group, status, q }),
      }),
  };
  const type = types?.find(({ type: slug, aliases }) => slug === connect || aliases.includes(connect));
  const known = STEPS.includes(connect) || type !== undefined;
  // An address that names no step, and the settings of nothing after a reload, begin anew.
  const isLost = (types !== undefined && !known) || (connect === 'settings' && drafts.length === 0);
  useEffect(() => {
    if (isLost) void navigate({ search: (old) => ({ ...old, connect: 'find' }), replace: true });
  }, [isLost, navigate]);
  if (isLost) return null;
  if (connect === 'progress') return <ProgressStep wizard={wizard} />;
  if (!types) return null;
  if (connect === 'find')
    // Without a search, the address is the only way to begin.
    return types.some(canSearch) ? (
      <FindStep wizard={wizard} types={types} state={find} onChange={setFind} />
    ) : (
      <AddressStep wizard={wizard} types={types} isFirst />
    );
  return <Step name={connect} wizard={wizard} types={types} type={type} />;
}

function Step({
  name,
  wizard,
  types,
  type,
}: {
  name: string;
  wizard: Wizard;
  types: readonly ChannelType[];
  /** The platform that `name` is the slug of. */
  type: ChannelType | undefined;
}): ReactNode {
  if (name === 'settings') return <SettingsStep wizard={wizard} />;
  if (name === 'address') return <AddressStep wizard={wizard} types={types} />;
  if (name === 'all') return <PlatformsStep wizard={wizard} types={types} />;
  const isFile = type?.method === 'dashboard';
  if (type && !isFile) return <MethodStep key={type.type} wizard={wizard} type={type} />;
  return (
    <Suspense>
      <ImportStep wizard={wizard} type={type ?? null} />
    </Suspense>
  );
}
