import type { ReactNode } from 'react';
import { useApi } from '../../../../api/api';
import { Button } from '../../../../components/controls/button';
import { Note } from '../../../../components/display/note';
import { toaster } from '../../../../components/overlays/toaster';
import { apiDate, useFormats } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import { useDeliveries, useRedeliver, useWebhookAct } from '../use-webhooks';
import { nextAttempt, waitingDeliveries, type Webhook } from '../webhook-state';

/** Says what fails or is held, since when, and what to do. */
export function StateNote({
  webhook,
  pending,
  mayWrite,
}: {
  webhook: Webhook;
  pending: number;
  mayWrite: boolean;
}): ReactNode {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const { health, disabled_reason: reason, paused_on: pausedOn } = webhook;
  const moment = (text: string | null): string => (text ? formats.moment(apiDate(text)) : '');
  const held = <p>{t('held', { count: pending })}</p>;
  if (reason === 'maker_removed') {
    return (
      <TakeOverNote webhook={webhook} mayWrite={mayWrite}>
        {pending > 0 && held}
      </TakeOverNote>
    );
  }
  if (reason !== null && reason !== 'manual') {
    return (
      <Note tone="bad">
        <p className="font-medium">{t(`off_${reason}`, { time: moment(pausedOn) })}</p>
        <p>{t('off_remedy')}</p>
        {pending > 0 && held}
      </Note>
    );
  }
  if (!webhook.active) {
    return (
      <Note tone="info">
        <p className="font-medium">{t('paused_since', { time: moment(pausedOn) })}</p>
        {pending > 0 && held}
      </Note>
    );
  }
  if (health.state !== 'failing') return null;
  return (
    <Note tone="warn" {...(mayWrite && { action: <RetryButton id={webhook.id} /> })}>
      <p>
        <b className="font-medium">{t('waiting', { count: pending })}</b>{' '}
        {health.last_status_code === null
          ? t('failing_since', { time: moment(health.failing_since) })
          : t('answering_since', {
              status: String(health.last_status_code),
              time: moment(health.failing_since),
            })}{' '}
        <NextAttempt id={webhook.id} />
      </p>
    </Note>
  );
}

/** A webhook whose maker was removed. Who resumes it becomes its maker. */
function TakeOverNote({
  webhook,
  mayWrite,
  children,
}: {
  webhook: Webhook;
  mayWrite: boolean;
  children: ReactNode;
}): ReactNode {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const { client } = useApi();
  const { id, paused_on: pausedOn } = webhook;
  const { mutate, isPending } = useWebhookAct(
    () => client.put('/webhooks/update/{id}', { params: { path: { id } }, body: { active: true } }),
    { onDone: () => toaster.show({ text: t('taken_over') }) },
  );
  const button = (
    <Button kind="primary" size="small" busy={isPending} onClick={() => mutate(undefined)}>
      {t('take_over')}
    </Button>
  );
  return (
    <Note tone="bad" {...(mayWrite && { action: button })}>
      <p className="font-medium">
        {t('off_maker_removed', { time: pausedOn ? formats.moment(apiDate(pausedOn)) : '' })}
      </p>
      <p>{t('take_over_remedy')}</p>
      {children}
    </Note>
  );
}

function NextAttempt({ id }: { id: number }): ReactNode {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const { data } = useDeliveries(id, { status: 'failed' });
  const next = nextAttempt(data?.deliveries ?? []);
  return next && t('next_attempt', { time: formats.moment(apiDate(next)) });
}

/** Sends the waiting deliveries of the log at once. */
function RetryButton({ id }: { id: number }): ReactNode {
  const t = useTexts('webhooks');
  const redeliver = useRedeliver();
  const { data } = useDeliveries(id, { status: 'failed' });
  const waiting = waitingDeliveries(data?.deliveries ?? []);
  const { mutate, isPending } = useWebhookAct(
    async () => {
      for (const delivery of waiting) await redeliver(delivery);
    },
    { onDone: () => toaster.show({ text: t('sent_again') }) },
  );
  if (waiting.length === 0 && !isPending) return null;
  return (
    <Button size="small" busy={isPending} onClick={() => mutate(undefined)}>
      {t('retry_waiting', { count: waiting.length })}
    </Button>
  );
}
