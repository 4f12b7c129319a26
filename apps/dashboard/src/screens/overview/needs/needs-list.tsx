import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shownMessage } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Icon, type IconName } from '../../../components/display/icon';
import { Status } from '../../../components/display/labels';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { channelsQuery } from '../../reports/data/reports-data';
import { LOW_RATING, useAccount, useWebhooks, waitingQuery } from '../data/overview-data';
import type { Property } from '../figures/figures';
import { type Place, PlaceLink } from '../lists/place-link';
import { Section } from '../lists/section';
import { hostOf, limitsOf, type Need, needsOf } from './needs';

/** More lines than these are a list of their own. */
const MAX_SHOWN = 6;
const DAY_MS = 86_400_000;

/** What needs a person, the most expensive first, each with its remedy. */
export function NeedsList({ property }: { property: Property }): ReactNode {
  const t = useTexts('overview');
  const api = useApi();
  const channels = useQuery(channelsQuery(api)).data;
  const reviews = useQuery(waitingQuery(api, { ...property, max_rating: LOW_RATING })).data;
  const webhooks = useWebhooks();
  const limits = limitsOf(useAccount());
  const needs = needsOf(
    {
      channels: (channels ?? []).filter(({ group }) => !property.groups || String(group) === property.groups),
      reviews: reviews ?? [],
      webhooks: webhooks ?? [],
      limits,
    },
    new Date(),
  );
  return (
    <Section title={t('needs')} count={needs.length || undefined}>
      {needs.length === 0 ? (
        <p className="border-t border-line py-3">
          {channels && reviews && <Status tone="good">{t('needs_none')}</Status>}
        </p>
      ) : (
        <ul className="overview-rows">
          {needs.slice(0, MAX_SHOWN).map((need) => (
            <NeedRow key={keyOf(need)} need={need} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function NeedRow({ need }: { need: Need }): ReactNode {
  switch (need.kind) {
    case 'channel':
      return <ChannelRow need={need} />;
    case 'review':
      return <ReviewRow need={need} />;
    case 'webhook':
      return <WebhookRow need={need} />;
    case 'limit':
      return <LimitRow need={need} />;
  }
}

interface RowOf<Kind extends Need['kind']> {
  need: Extract<Need, { kind: Kind }>;
}

function ChannelRow({ need: { channel, missing } }: RowOf<'channel'>): ReactNode {
  const t = useTexts('overview');
  const formats = useFormats();
  const { id, label, name, error_msg, remedy, status, next_crawl_on: next } = channel;
  const stopped = status === 'disabled';
  return (
    <Row
      icon="failed"
      isBad={stopped || remedy !== 'wait'}
      title={`${label}, ${name}`}
      lines={[
        error_msg ? shownMessage(error_msg) : t('channel_stopped'),
        missing > 0 && t('missing', { count: missing }),
        !stopped && next && t('next_try', { time: formats.moment(apiDate(next)) }),
      ]}
      action={t(remedyText(remedy))}
      place={{ to: '/$account/channels/$channel', params: { channel: String(id) } }}
    />
  );
}

function ReviewRow({ need: { review, stars } }: RowOf<'review'>): ReactNode {
  const t = useTexts('overview');
  const formats = useFormats();
  const since = apiDate(review.created_on);
  const isRecent = Date.now() - since.getTime() < DAY_MS;
  return (
    <Row
      icon="clock"
      title={t('low_review', { stars, name: review.from_name || t('anonymous') })}
      lines={[isRecent ? t('waits_today') : t('waits_since', { time: formats.day(since) })]}
      action={t('open')}
      place={{ to: '/$account/inbox', search: { review: String(review.id) } }}
    />
  );
}

function WebhookRow({ need: { webhook } }: RowOf<'webhook'>): ReactNode {
  const t = useTexts('overview');
  const { state, consecutive_failures: count, last_status_code: code } = webhook.health;
  const failures =
    code === null ? t('webhook_failures', { count }) : t('webhook_status', { count, code: String(code) });
  const isWithoutMaker = webhook.disabled_reason === 'maker_removed';
  return (
    <Row
      icon="webhook"
      isBad={state === 'disabled'}
      title={t('webhook', { host: hostOf(webhook.url) })}
      lines={
        isWithoutMaker
          ? [t('webhook_maker_removed')]
          : [state === 'disabled' && t('webhook_disabled'), failures]
      }
      action={t('view_log')}
      place={{
        to: '/$account/settings/$section',
        params: { section: 'webhooks' },
        search: { webhook: String(webhook.id) },
      }}
    />
  );
}

function LimitRow({ need: { limit } }: RowOf<'limit'>): ReactNode {
  const t = useTexts('overview');
  return (
    <Row
      icon="info"
      isBad={limit.used >= limit.limit}
      title={t(`limit_${limit.name}`)}
      lines={[t('limit_used', { used: limit.used, limit: limit.limit })]}
      action={t('see_plan')}
      place={{
        to: '/$account/settings/$section',
        params: { section: 'plan' },
      }}
    />
  );
}

interface RowProps {
  icon: IconName;
  isBad?: boolean;
  title: string;
  lines: readonly (string | false | null)[];
  action: string;
  place: Place;
}

function Row({ icon, isBad = false, title, lines, action, place }: RowProps): ReactNode {
  return (
    <li>
      <Icon name={icon} className={isBad ? 'text-bad' : 'text-warn'} />
      <div className="min-w-0 grow">
        <p className="font-medium">{title}</p>
        <p className="help-text">{lines.filter(Boolean).join(' ')}</p>
      </div>
      <PlaceLink place={place} className="btn small">
        {action}
        <span className="sr-only">: {title}</span>
      </PlaceLink>
    </li>
  );
}

function keyOf(need: Need): string {
  if (need.kind === 'channel') return `channel ${need.channel.id}`;
  if (need.kind === 'review') return `review ${need.review.id}`;
  if (need.kind === 'webhook') return `webhook ${need.webhook.id}`;
  return `limit ${need.limit.name}`;
}

function remedyText(remedy: string | null): 'reconnect' | 'replace_key' | 'check_address' | 'see_options' {
  if (remedy === 'sign_in') return 'reconnect';
  if (remedy === 'replace_key' || remedy === 'check_address') return remedy;
  return 'see_options';
}
