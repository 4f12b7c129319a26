import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownMessage } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Icon, type IconName } from '../../../components/display/icon';
import { Status } from '../../../components/display/labels';
import { PostedOn } from '../../../components/display/posted-on';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { useChannels } from '../../channels/use-channels';
import {
  countsQuery,
  LOW_RATING,
  useAccount,
  usePausedAi,
  useProfiles,
  useWebhooks,
  waitingQuery,
} from '../data/overview-data';
import type { Property } from '../figures/figures';
import { type Place, PlaceLink } from '../lists/place-link';
import { Section } from '../lists/section';
import { countOf, hostOf, limitsOf, type Need, needsOf } from './needs';

/** More lines than these are shown on request. */
const MAX_SHOWN = 6;

/** What needs a person, the most expensive first, each with its remedy. */
export function NeedsList({ property }: { property: Property }): ReactNode {
  const t = useTexts('overview');
  const [showsAll, setShowsAll] = useState(false);
  const needs = useNeeds(property);
  const shown = showsAll ? needs : needs?.slice(0, MAX_SHOWN);
  const hidden = (needs?.length ?? 0) - (shown?.length ?? 0);
  return (
    <Section title={t('needs')} count={(needs && countOf(needs)) || undefined}>
      {shown?.length ? (
        <ul className="overview-rows">
          {shown.map((need) => (
            <NeedRow key={keyOf(need)} need={need} property={property} />
          ))}
        </ul>
      ) : (
        <p className="border-t border-line py-3">{needs && <Status tone="good">{t('needs_none')}</Status>}</p>
      )}
      {hidden > 0 && (
        <Button kind="quiet" size="small" onClick={() => setShowsAll(true)}>
          {t('needs_more', { count: hidden })}
        </Button>
      )}
    </Section>
  );
}

/** Returns what needs a person, of what the user may see. Undefined while channels and reviews load. */
function useNeeds(property: Property): Need[] | undefined {
  const api = useApi();
  const enabled = useCan('reviews:read');
  const filters = { ...property, max_rating: LOW_RATING };
  const channels = useChannels().data;
  const counts = useQuery({ ...countsQuery(api, filters), enabled }).data;
  const newest = useQuery({ ...waitingQuery(api, filters, 'newest'), enabled }).data;
  const profiles = useProfiles();
  const webhooks = useWebhooks();
  const paused = usePausedAi();
  const limits = limitsOf(useAccount());
  if (!channels || (enabled && !(counts && newest))) return undefined;
  return needsOf({
    channels: channels.filter(({ group }) => !property.groups || String(group) === property.groups),
    low: { count: counts?.inbox ?? 0, newest: newest ?? [] },
    webhooks: webhooks ?? [],
    profiles: profiles ?? [],
    paused: paused ?? [],
    limits,
  });
}

function NeedRow({ need, property }: { need: Need; property: Property }): ReactNode {
  switch (need.kind) {
    case 'channel':
      return <ChannelRow need={need} />;
    case 'reviews':
      return <ReviewsRow need={need} property={property} />;
    case 'webhook':
      return <WebhookRow need={need} />;
    case 'profile':
      return <ProfileRow need={need} />;
    case 'ai':
      return <AiRow need={need} />;
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

/** The reviews with a low rating that wait: how many, and the newest. Each link keeps the filter, so that the inbox has the same number. */
function ReviewsRow({
  need: { count, newest },
  property,
}: RowOf<'reviews'> & { property: Property }): ReactNode {
  const t = useTexts('overview');
  const search = { ...property, max_rating: String(LOW_RATING) };
  return (
    <Row
      icon="clock"
      title={t('low_reviews', { count, stars: LOW_RATING })}
      action={t('open')}
      place={{ to: '/$account/inbox', search }}
    >
      <ul className="newest-low">
        {newest.map((review) => (
          <li key={review.id}>
            <PlaceLink place={{ to: '/$account/inbox', search: { ...search, review: String(review.id) } }}>
              {t('low_review', { stars: review.stars, name: review.from_name || t('anonymous') })}
            </PlaceLink>
            , <PostedOn review={review} />
          </li>
        ))}
      </ul>
    </Row>
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

function ProfileRow({ need: { profile } }: RowOf<'profile'>): ReactNode {
  const t = useTexts('overview');
  return (
    <Row
      icon="pause"
      isBad
      title={t('profile_paused', { name: profile.name })}
      lines={[t('profile_paused_text')]}
      action={t('take_over')}
      place={{ to: '/$account/invitations/profiles/$profile', params: { profile: String(profile.id) } }}
    />
  );
}

function AiRow({ need: { part } }: RowOf<'ai'>): ReactNode {
  const t = useTexts('overview');
  return (
    <Row
      icon="pause"
      isBad
      title={t(`${part}_paused`)}
      lines={[t(`${part}_paused_text`)]}
      action={t('take_over')}
      place={{ to: '/$account/settings/$section', params: { section: 'ai' } }}
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
  lines?: readonly (string | false | null)[];
  action: string;
  place: Place;
  children?: ReactNode;
}

function Row({ icon, isBad = false, title, lines = [], action, place, children }: RowProps): ReactNode {
  return (
    <li>
      <Icon name={icon} className={isBad ? 'text-bad' : 'text-warn'} />
      <div className="min-w-0 grow">
        <p className="font-medium">{title}</p>
        <div className="help-text">
          {lines.filter(Boolean).join(' ')}
          {children}
        </div>
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
  if (need.kind === 'reviews') return 'reviews';
  if (need.kind === 'profile') return `profile ${need.profile.id}`;
  if (need.kind === 'ai') return need.part;
  if (need.kind === 'webhook') return `webhook ${need.webhook.id}`;
  return `limit ${need.limit.name}`;
}

function remedyText(remedy: string | null): 'reconnect' | 'replace_key' | 'check_address' | 'see_options' {
  if (remedy === 'sign_in') return 'reconnect';
  if (remedy === 'replace_key' || remedy === 'check_address') return remedy;
  return 'see_options';
}
