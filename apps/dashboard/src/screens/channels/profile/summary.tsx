import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { Status } from '../../../components/display/labels';
import { LongWait } from '../../../components/display/long-wait';
import { LoadError, Loading } from '../../../components/display/states';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { clock } from '../rules/countdown';
import { useNow } from '../use-channels';

/** The time between two summaries of a channel, in ms. */
const COOLDOWN_MS = 60_000;

/** The summary of the reviews of a channel, and a button that writes a new one. */
export function SummarySection({ channelId }: { channelId: number }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const api = useApi();
  const canRead = useCan('ai:read');
  const summary = useQuery({
    queryKey: api.key('ai', 'summary', channelId),
    queryFn: ({ signal }) =>
      api.client.get('/channels/ai/summary/{id}', { params: { path: { id: channelId } }, signal }),
    enabled: canRead,
  });
  if (!canRead) return null;
  const { data } = summary;
  return (
    <section className="grid gap-2">
      <header className="flex items-center gap-2">
        <h2 className="flex items-center gap-1.5 text-14 font-semibold">
          <Icon name="sparkle" className="text-accent" />
          {t('ai_summary')}
        </h2>
        {data?.stale && data.summary && (
          <span className="ms-auto">
            <Status tone="warn" icon="clock">
              {t('out_of_date')}
            </Status>
          </span>
        )}
      </header>
      {!data &&
        (summary.error ? (
          <LoadError error={summary.error} retry={() => void summary.refetch()} />
        ) : (
          <Loading />
        ))}
      {data && !data.summary && <p className="text-text-2">{t('summary_none')}</p>}
      {data?.summary && (
        <>
          <p className="text-text-2" dir="auto" lang={data.language === 'auto' ? undefined : data.language}>
            {data.summary}
          </p>
          <p className="help-text">
            {t('summary_from', {
              count: data.based_on_reviews,
              date: data.generated_on ? formats.day(apiDate(data.generated_on)) : '–',
            })}
          </p>
        </>
      )}
      {data && <WriteAgain channelId={channelId} isFirst={!data.summary} />}
    </section>
  );
}

function WriteAgain({ channelId, isFirst }: { channelId: number; isFirst: boolean }): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const api = useApi();
  const queries = useQueryClient();
  const [until, setUntil] = useState(0);
  const now = useNow(1_000, until > 0);
  const left = clock(until, now);
  const write = useMutation({
    mutationFn: () =>
      api.client.post('/channels/ai/summary/{id}', { params: { path: { id: channelId } }, body: {} }),
    onSuccess: () => {
      setUntil(Date.now() + COOLDOWN_MS);
      void queries.invalidateQueries({ queryKey: api.key('ai') });
    },
    onError: (error) => setUntil(Date.now() + (shownError(error).retryAfter ?? 0) * 1_000),
  });
  if (!useCan('ai:write')) return null;
  const { msg, code } = shownError(write.error);
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size="small"
        icon="refresh"
        busy={write.isPending}
        disabled={left !== null}
        onClick={() => write.mutate()}
      >
        {left ? t('write_again_in', { time: left }) : t(isFirst ? 'write' : 'write_again')}
      </Button>
      <LongWait busy={write.isPending} doing={t('writing_summary')} waitingFor={t('summary_waits')} />
      {write.error && code !== 'ai_cooldown' && (
        <p className="help bad" role="alert">
          {msg ?? common('network_failed')}
        </p>
      )}
    </div>
  );
}
