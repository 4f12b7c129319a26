import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { shownError, shownMessage } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Checkbox } from '../../../components/controls/choice';
import { LoadError } from '../../../components/display/states';
import { Note } from '../../../components/display/note';
import { useTexts } from '../../../i18n/texts';
import type { ChannelType } from '../rules/channel-state';
import { useRefetchChannels } from '../use-channels';
import { Instructions, MethodField } from './method-field';
import { ConnectError, Obstacle, obstacleOf, type Wizard, WizardFrame } from './wizard';

const POLL_MS = 2_000;

interface StepProps {
  wizard: Wizard;
  type: ChannelType;
}

/** Opens the sign-in of a platform in a tab of its own and waits for its result here. */
export function SignInStep({ wizard, type }: StepProps): ReactNode {
  const { connectionId } = wizard;
  if (connectionId !== null) return <WaitStep wizard={wizard} type={type} connectionId={connectionId} />;
  return <BeginStep wizard={wizard} type={type} />;
}

function BeginStep({ wizard, type }: StepProps): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const { client } = useApi();
  const [subdomain, setSubdomain] = useState('');
  const needsSubdomain = type.required.includes('subdomain') && wizard.channelId === null;
  const obstacle = wizard.channelId === null ? obstacleOf(type) : null;
  const isReady = obstacle === null && (!needsSubdomain || subdomain.trim() !== '');
  const begin = useMutation({
    mutationFn: (_tab: Window | null) =>
      client.post('/channels/authorize_url', {
        body: {
          type: type.type,
          ...(needsSubdomain ? { subdomain: subdomain.trim() } : {}),
          ...(wizard.channelId === null ? {} : { channel_id: wizard.channelId }),
        },
      }),
    onSuccess: ({ authorize_url, connection_id }, tab) => {
      if (tab) {
        tab.opener = null;
        tab.location.href = authorize_url;
        wizard.go(type.type, { connection: String(connection_id) });
      } else location.assign(authorize_url);
    },
    onError: (_error, tab) => tab?.close(),
  });
  const { msg, field } = shownError(begin.error);
  return (
    <WizardFrame
      step={wizard.channelId === null ? 'find' : null}
      title={t('sign_in_title', { platform: type.label })}
      wizard={wizard}
      // The tab is opened by the click itself, because browsers block tabs that open later.
      onSubmit={() => isReady && begin.mutate(window.open('', '_blank'))}
      footer={
        <>
          <Button kind="quiet" onClick={wizard.channelId === null ? () => wizard.go('all') : wizard.close}>
            {common(wizard.channelId === null ? 'back' : 'cancel')}
          </Button>
          <Button
            type="submit"
            kind="primary"
            icon="external"
            className="ms-auto"
            disabled={!isReady}
            busy={begin.isPending}
          >
            {t('continue_to', { platform: type.label })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Instructions type={type} />
        {needsSubdomain && (
          <MethodField
            name="subdomain"
            type={type}
            value={subdomain}
            error={field === 'subdomain' ? msg : null}
            onChange={setSubdomain}
          />
        )}
        <p className="text-text-2">{t('sign_in_text', { platform: type.label })}</p>
        {wizard.channelId === null && <Obstacle type={type} />}
        {field !== 'subdomain' && <ConnectError error={begin.error} />}
      </div>
    </WizardFrame>
  );
}

function WaitStep({ wizard, type, connectionId: id }: StepProps & { connectionId: number }): ReactNode {
  const t = useTexts('channels');
  const api = useApi();
  const refetch = useRefetchChannels();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const connection = useQuery({
    queryKey: api.key('channels', 'connection', id),
    queryFn: ({ signal }) =>
      api.client.get('/channels/connections/{id}', { params: { path: { id } }, signal }),
    refetchInterval: ({ state }) => (!state.data || state.data.status === 'waiting' ? POLL_MS : false),
    refetchIntervalInBackground: true,
  });
  const { status, locations = [], channel_id, error_msg } = connection.data ?? {};
  const { go } = wizard;
  // The step is left once, when the state changes, and not for each new `go`.
  const leave = useEffectEvent((channelId: number) => {
    void refetch();
    go('progress', { added: String(channelId) });
  });
  useEffect(() => {
    if (status === 'connected' && channel_id) leave(channel_id);
  }, [status, channel_id]);
  const next = (): void => {
    const input = { type: type.type, connection_id: id, stores: chosen.join(',') };
    const [only] = locations.filter((one) => one.id === chosen[0]);
    wizard.setDrafts([{ type, input, name: chosen.length === 1 ? (only?.name ?? '') : '' }]);
    go('settings');
  };
  const begin = (): void => go(type.type);
  return (
    <WizardFrame
      step={wizard.channelId === null ? 'find' : null}
      title={t('sign_in_title', { platform: type.label })}
      wizard={wizard}
      onSubmit={() => chosen.length > 0 && next()}
      footer={
        <>
          {status === 'failed' ? (
            <Button kind="primary" className="ms-auto" onClick={begin}>
              {t('sign_in_again')}
            </Button>
          ) : (
            <Button kind="quiet" onClick={begin}>
              {t('sign_in_again')}
            </Button>
          )}
          {status === 'choosing' && (
            <Button type="submit" kind="primary" className="ms-auto" disabled={chosen.length === 0}>
              {t('continue_with', { count: chosen.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        {connection.error && <LoadError error={connection.error} retry={begin} />}
        {!connection.error && (!status || status === 'waiting') && (
          <Note tone="info">{t('waiting_for_sign_in', { platform: type.label })}</Note>
        )}
        {status === 'failed' && <FailedNote msg={error_msg ?? null} />}
        {status === 'choosing' && (
          <fieldset className="grid max-h-80 gap-2 overflow-y-auto">
            <legend className="label">{t('choose_locations')}</legend>
            {locations.map(({ id: location, name, address }) => (
              <Checkbox
                key={location}
                label={name}
                help={address}
                checked={chosen.includes(location)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, location] : chosen.filter((one) => one !== location))
                }
              />
            ))}
          </fieldset>
        )}
      </div>
    </WizardFrame>
  );
}

function FailedNote({ msg }: { msg: string | null }): ReactNode {
  const common = useTexts('common');
  return <Note tone="bad">{msg === null ? common('network_failed') : shownMessage(msg)}</Note>;
}
