import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Status } from '../../../components/display/labels';
import { useTexts } from '../../../i18n/texts';
import { makerOf, shortUrl, stateOf, type Webhook } from './webhook-state';

/** All webhooks with their state. */
export function WebhookList({
  webhooks,
  current,
}: {
  webhooks: readonly Webhook[];
  current: number | null;
}): ReactNode {
  const t = useTexts('webhooks');
  const { subAccountId } = useApi();
  return (
    <ul className="hook-list" aria-label={t('endpoints')}>
      {webhooks.map((webhook) => {
        const { id, url, events, sub_account_ids: accounts, description } = webhook;
        const [first = ''] = events;
        const what = events.length === 1 ? first : t('event_count', { count: events.length });
        const where =
          accounts.length === 0 ? t('all_accounts') : t('account_count', { count: accounts.length });
        const maker = makerOf(webhook);
        return (
          <li key={id} className={id === current ? 'is-current' : ''}>
            <Link
              to="/$account/settings/$section"
              params={{ account: String(subAccountId), section: 'webhooks' }}
              search={{ webhook: String(id) }}
              aria-current={id === current ? 'true' : undefined}
              title={url}
            >
              {description || shortUrl(url)}
            </Link>
            <p className="flex items-center gap-2">
              <span className="help-text min-w-0 grow truncate">{t('what_where', { what, where })}</span>
              <WebhookStatus webhook={webhook} />
            </p>
            {maker && <p className="help-text truncate">{t(maker.word, { name: maker.name })}</p>}
          </li>
        );
      })}
    </ul>
  );
}

export function WebhookStatus({ webhook }: { webhook: Webhook }): ReactNode {
  const t = useTexts('webhooks');
  const { tone, icon, word, count } = stateOf(webhook);
  return (
    <Status tone={tone} {...(icon && { icon })}>
      {t(word, { count })}
    </Status>
  );
}
