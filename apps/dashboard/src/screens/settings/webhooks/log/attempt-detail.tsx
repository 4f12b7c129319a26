import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { Button } from '../../../../components/controls/button';
import { CopyButton } from '../../../../components/controls/copy-button';
import { Loading, LoadError } from '../../../../components/display/states';
import { toaster } from '../../../../components/overlays/toaster';
import { apiDate, useFormats } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import { useCan } from '../../../../session/session';
import { useAttempt, useRedeliver, useWebhookAct } from '../use-webhooks';
import type { Webhook } from '../webhook-state';
import { headerLines, missingAnswer, prettyBody } from './pretty-body';

const PHASES = ['dns', 'connect', 'tls', 'first_byte', 'total'] as const;

/** What was sent, what was answered, how long each phase took, and whether it is tried again. */
export function AttemptDetail({
  attempt,
  webhook,
}: {
  attempt: Schema<'Attempt'>;
  webhook: Webhook;
}): ReactNode {
  const { data, error, refetch } = useAttempt(attempt.id);
  if (!data) return error ? <LoadError error={error} retry={() => void refetch()} /> : <Loading />;
  return (
    <div className="grid gap-3">
      {data.error && data.status_code !== null && <p>{data.error}</p>}
      <div className="hook-pair">
        <Sent attempt={data} />
        <Answer attempt={data} />
      </div>
      <Timings timings={data.timings} />
      <Next attempt={data} webhook={webhook} />
    </div>
  );
}

function Sent({ attempt }: { attempt: Schema<'AttemptDetail'> }): ReactNode {
  const t = useTexts('webhooks');
  const { request_method: method, request_url: url, request_headers: headers, request_body: body } = attempt;
  const shown = body === null ? t('body_missing') : prettyBody(body);
  return (
    <section className="grid min-w-0 content-start gap-1">
      <header className="flex items-center gap-2">
        <h3 className="label grow">{t('sent')}</h3>
        {body !== null && <CopyButton size="small" kind="quiet" text={body} />}
      </header>
      <pre className="code hook-code" tabIndex={0} aria-label={t('sent')}>
        {shown}
      </pre>
      <details>
        <summary className="help-text">{t('request_headers')}</summary>
        <pre className="code hook-code" tabIndex={0}>{`${method} ${url}\n${headerLines(headers)}`}</pre>
      </details>
    </section>
  );
}

function Answer({ attempt }: { attempt: Schema<'AttemptDetail'> }): ReactNode {
  const t = useTexts('webhooks');
  const { status_code: code, response_headers: headers, response_body: body, duration_ms: ms } = attempt;
  const isBase64 = attempt.response_encoding === 'base64';
  const title = code === null ? t(missingAnswer(attempt)) : t('answer', { status: String(code), ms });
  // The error quotes what the server sent in place of a response.
  const text =
    code === null
      ? [attempt.error]
      : [headerLines(headers), body === null ? '' : isBase64 ? t('binary') : prettyBody(body)];
  return (
    <section className="grid min-w-0 content-start gap-1">
      <h3 className="label flex min-h-6 items-center">{title}</h3>
      <pre className="code hook-code" tabIndex={0} aria-label={title}>
        {text.filter(Boolean).join('\n\n') || t('nothing')}
      </pre>
      {attempt.response_truncated && <p className="help-text">{t('truncated')}</p>}
    </section>
  );
}

function Timings({ timings }: { timings: Schema<'AttemptDetail'>['timings'] }): ReactNode {
  const t = useTexts('webhooks');
  if (!timings) return null;
  return (
    <dl className="hook-timings" aria-label={t('timings')}>
      {PHASES.map((phase) => {
        const ms = timings[phase];
        return (
          <div key={phase}>
            <dt>{t(`phase_${phase}`)}</dt>
            <dd>{ms === null ? '–' : t('took_ms', { value: ms })}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Where the delivery stands, and the button that sends it once more. */
function Next({ attempt, webhook }: { attempt: Schema<'AttemptDetail'>; webhook: Webhook }): ReactNode {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const mayWrite = useCan('webhooks:write');
  const redeliver = useRedeliver();
  const { mutate, isPending } = useWebhookAct(() => redeliver(attempt.delivery_id), {
    onDone: () => toaster.show({ text: t('sent_again') }),
  });
  const {
    attempt: number,
    max_attempts: max,
    next_attempt_on: next,
    delivery_status: status,
    test,
  } = attempt;
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="help-text grow">
        {attempt.trigger === 'manual' || number > max
          ? t('try_manual', { number })
          : t('try_of', { number, max })}{' '}
        {next ? t('next_attempt', { time: formats.moment(apiDate(next)) }) : t(`delivery_${status}`)}
      </span>
      {mayWrite && !webhook.active && !test && <span className="help-text">{t('resend_paused')}</span>}
      {mayWrite && !test && (
        <Button
          size="small"
          icon="refresh"
          busy={isPending}
          disabled={!webhook.active}
          onClick={() => mutate(undefined)}
        >
          {t('send_again')}
        </Button>
      )}
    </p>
  );
}
