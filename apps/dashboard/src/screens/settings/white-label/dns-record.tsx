import type { Schema } from '@plaudit/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../../../components/controls/button';
import { CopyButton } from '../../../components/controls/copy-button';
import { Status } from '../../../components/display/labels';
import { ErrorNote } from '../../../components/forms/error-note';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';

/** The server looks this often while a person has the page open and waits for the record, in ms. */
const LOOK_EVERY_MS = 60_000;

/** The TXT record that proves the domain, and whether it was found. Looks by itself while it is missing. */
export function DnsRecord({
  host,
  status,
  proof,
}: {
  host: string;
  status: Schema<'Account'>['vanity_status'];
  proof: Schema<'VanityProof'>;
}): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  const api = useAccountApi();
  const queries = useQueryClient();
  const look = useQuery({
    queryKey: api.key('account', 'vanity_check', host),
    queryFn: () => api.client.post('/account/vanity_url/verify'),
    enabled: status === 'pending',
    refetchInterval: status === 'pending' ? LOOK_EVERY_MS : false,
    retry: false,
  });
  const isFound = status === 'verified';
  const nowFound = look.data?.vanity_status === 'verified';
  useEffect(() => {
    if (nowFound && !isFound) void queries.invalidateQueries({ queryKey: api.key('account'), exact: true });
  }, [nowFound, isFound, queries, api]);
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2">
        <dt className="text-12 text-text-3">{t('dns_type')}</dt>
        <dd className="col-span-2">TXT</dd>
        <dt className="text-12 text-text-3">{t('dns_name')}</dt>
        <dd className="font-mono text-12 break-all">{proof.name}</dd>
        <dd>
          <CopyButton size="small" text={proof.name} />
        </dd>
        <dt className="text-12 text-text-3">{t('dns_value')}</dt>
        <dd className="font-mono text-12 break-all">{proof.value}</dd>
        <dd>
          <CopyButton size="small" text={proof.value} />
        </dd>
      </dl>
      <div className="flex flex-wrap items-center gap-3" role="status">
        {isFound ? (
          <Status tone="good">{t('dns_found')}</Status>
        ) : (
          <Status tone={look.isFetching ? 'busy' : 'quiet'}>
            {t(look.isFetching ? 'dns_looking' : 'dns_not_yet')}
          </Status>
        )}
        <Button size="small" busy={look.isFetching} onClick={() => void look.refetch()}>
          {t('look_now')}
        </Button>
        {look.dataUpdatedAt > 0 && (
          <span className="help-text">
            {t('last_look', { time: formats.time(new Date(look.dataUpdatedAt)) })}
          </span>
        )}
      </div>
      {!isFound && <p className="help-text">{t('dns_rhythm')}</p>}
      <ErrorNote error={look.error} />
    </div>
  );
}
