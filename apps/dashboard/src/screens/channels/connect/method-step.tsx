import { ownValue } from '@plaudit/contracts/own-value';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Status } from '../../../components/display/labels';
import { useStop } from '../../../components/display/long-wait';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import type { ChannelType } from '../rules/channel-state';
import { withScheme } from '../rules/recognise';
import { useRefetchChannels } from '../use-channels';
import { FIELDS, type FieldName, Instructions, MethodField } from './method-field';
import { SignInStep } from './sign-in-step';
import {
  type AddInput,
  CheckWait,
  ConnectError,
  Obstacle,
  obstacleOf,
  type Wizard,
  WizardFrame,
} from './wizard';

type Values = Partial<Record<FieldName, string>>;

/** Connects one platform in the way that it needs: an address, a key or a sign-in. */
export function MethodStep({ wizard, type }: { wizard: Wizard; type: ChannelType }): ReactNode {
  if (type.method === 'oauth') return <SignInStep wizard={wizard} type={type} />;
  return wizard.channelId === null ? (
    <FieldsStep wizard={wizard} type={type} />
  ) : (
    <NewKeyStep wizard={wizard} type={type} channelId={wizard.channelId} />
  );
}

function FieldsStep({ wizard, type }: { wizard: Wizard; type: ChannelType }): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const { client } = useApi();
  const [values, setValues] = useState<Values>({});
  const fields = FIELDS.filter((name) => type.required.includes(name) || type.optional.includes(name));
  const input = inputOf(type, values);
  const isComplete = type.required.every((name) => Boolean(ownValue(input, name)));
  const obstacle = obstacleOf(type);
  const stop = useStop();
  const check = useMutation({
    mutationFn: () => client.post('/channels/check', { body: input, signal: stop.signal() }),
  });
  const { msg, field } = shownError(check.error);
  const isAtField = fields.some((name) => name === field);
  const next = async (): Promise<void> => {
    if (!isComplete || obstacle) return;
    if (!check.isSuccess) await check.mutateAsync();
    wizard.setDrafts([{ type, input, name: '' }]);
    wizard.go('settings');
  };
  return (
    <WizardFrame
      step="find"
      title={t('connect_platform', { platform: type.label })}
      wizard={wizard}
      // The error is shown at its field.
      onSubmit={() => void next().catch(() => {})}
      footer={
        <>
          <Button kind="quiet" icon="back" onClick={() => wizard.go('all')}>
            {common('back')}
          </Button>
          <Button
            type="submit"
            kind="primary"
            className="ms-auto"
            disabled={!isComplete || obstacle !== null}
            busy={check.isPending}
          >
            {t(check.isSuccess ? 'continue' : 'check_and_continue')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Instructions type={type} />
        <Obstacle type={type} />
        {fields.map((name) => (
          <MethodField
            key={name}
            name={name}
            type={type}
            value={values[name] ?? ''}
            error={field === name ? msg : null}
            onChange={(value) => {
              setValues({ ...values, [name]: value });
              check.reset();
            }}
          />
        ))}
        {type.required.includes('access_token') && (
          <div className="flex items-center gap-3">
            <Button disabled={!isComplete} busy={check.isPending} onClick={() => check.mutate()}>
              {t('check_key')}
            </Button>
            <span role="status">{check.isSuccess && <Status tone="good">{t('key_works')}</Status>}</span>
          </div>
        )}
        <CheckWait
          platform={check.isPending ? type.label : null}
          onCancel={() => {
            stop.stop();
            check.reset();
          }}
        />
        {!isAtField && <ConnectError error={check.error} />}
      </div>
    </WizardFrame>
  );
}

/** Gives a channel a new key, in place of one that the platform refuses. */
function NewKeyStep({
  wizard,
  type,
  channelId,
}: {
  wizard: Wizard;
  type: ChannelType;
  channelId: number;
}): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const { client } = useApi();
  const refetch = useRefetchChannels();
  const [key, setKey] = useState('');
  const replace = useMutation({
    mutationFn: () =>
      client.put('/channels/update/{id}', {
        params: { path: { id: channelId } },
        body: { access_token: key.trim() },
      }),
    onSuccess: () => {
      void refetch();
      toaster.show({ text: t('key_replaced') });
      wizard.close();
    },
  });
  const { msg, field } = shownError(replace.error);
  return (
    <WizardFrame
      step={null}
      title={t('new_key', { platform: type.label })}
      wizard={wizard}
      onSubmit={() => key.trim() && replace.mutate()}
      footer={
        <>
          <Button kind="quiet" onClick={wizard.close}>
            {common('cancel')}
          </Button>
          <Button
            type="submit"
            kind="primary"
            className="ms-auto"
            disabled={key.trim() === ''}
            busy={replace.isPending}
          >
            {t('check_and_save_key')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Instructions type={type} />
        <MethodField
          name="access_token"
          type={type}
          value={key}
          error={field === 'access_token' ? msg : null}
          onChange={setKey}
        />
        <CheckWait platform={replace.isPending ? type.label : null} />
        {field !== 'access_token' && <ConnectError error={replace.error} />}
      </div>
    </WizardFrame>
  );
}

function inputOf({ type }: ChannelType, values: Values): AddInput {
  const input: AddInput = { type };
  for (const name of FIELDS) {
    const value = values[name]?.trim();
    if (value) input[name] = name === 'url' ? withScheme(value) : value;
  }
  return input;
}
