import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../../components/controls/button';
import { Tag } from '../../../../components/display/labels';
import { apiDate, useFormats } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import { subAccountsQuery } from '../../../../session/sub-accounts';
import { makerOf, type Webhook } from '../webhook-state';

/** What a webhook gets and how it is signed. */
export function WebhookFacts({ webhook, onRotate }: { webhook: Webhook; onRotate?: () => void }): ReactNode {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const { events, sub_account_ids: accounts, channel_ids: channels } = webhook;
  const maker = makerOf(webhook);
  const { min_rating: min, max_rating: max, previous_secret_expires_on: overlap } = webhook;
  return (
    <dl className="hook-facts">
      {webhook.description && (
        <>
          <dt>{t('note')}</dt>
          <dd>{webhook.description}</dd>
        </>
      )}
      <dt>{t('events')}</dt>
      <dd className="font-mono">
        {events.map((event) => (
          <Tag key={event}>{event}</Tag>
        ))}
      </dd>
      <dt>{t('accounts')}</dt>
      <dd>{accounts.length === 0 ? t('accounts_all') : <AccountNames ids={accounts} />}</dd>
      {channels.length > 0 && (
        <>
          <dt>{t('channels')}</dt>
          <dd>{t('channel_count', { count: channels.length })}</dd>
        </>
      )}
      {(min !== null || max !== null) && (
        <>
          <dt>{t('ratings')}</dt>
          <dd>{t('rating_range', { min: min ?? 1, max: max ?? 5 })}</dd>
        </>
      )}
      {maker && (
        <>
          <dt>{t('made_by')}</dt>
          <dd className="wrap-anywhere">{t(maker.word, { name: maker.name })}</dd>
        </>
      )}
      <dt>{t('secret')}</dt>
      <dd>
        <code className="font-mono text-12">{webhook.secret_hint}</code>
        {onRotate && (
          <Button kind="quiet" size="small" onClick={onRotate}>
            {t('rotate')}
          </Button>
        )}
        {overlap && (
          <span className="help-text">{t('both_sign', { time: formats.moment(apiDate(overlap)) })}</span>
        )}
      </dd>
    </dl>
  );
}

const MAX_NAMED = 100;

function AccountNames({ ids }: { ids: readonly number[] }): ReactNode {
  const formats = useFormats();
  const { data = [] } = useQuery(subAccountsQuery('', MAX_NAMED));
  const names = new Map(data.map(({ id, name }) => [id, name]));
  return formats.list(ids.map((id) => names.get(id) ?? `#${id}`));
}
