import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CheckStrip } from '../../../components/display/check-strip';
import { PlatformMark } from '../../../components/display/monograms';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useChannels } from '../../channels/use-channels';
import type { Channel } from '../data/overview-data';
import type { Property } from '../figures/figures';
import { Section } from './section';

const MAX_SHOWN = 8;

/** How the daily checks of the channels went. Channels that fail stand first. */
export function CollectionHealth({ property }: { property: Property }): ReactNode {
  const t = useTexts('overview');
  const { account } = useParams({ from: '/$account' });
  const { data } = useChannels();
  const channels = (data ?? [])
    .filter(({ group }) => !property.groups || String(group) === property.groups)
    .sort((a, b) => Number(b.error_code !== null) - Number(a.error_code !== null));
  if (!data || data.length === 0) return null;
  return (
    <Section
      title={t('health')}
      count={t('last_14_days')}
      link={
        <Link
          to="/$account/channels"
          params={{ account }}
          search={property.groups ? { group: property.groups } : {}}
        >
          {t('n_channels', { count: channels.length })}
        </Link>
      }
    >
      <ul className="overview-rows health">
        {channels.slice(0, MAX_SHOWN).map((channel) => (
          <HealthLine key={channel.id} channel={channel} />
        ))}
      </ul>
    </Section>
  );
}

function HealthLine({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('overview');
  const { account } = useParams({ from: '/$account' });
  const { id, type, label, name, checks } = channel;
  const failed = checks.filter(({ outcome }) => outcome === 'failed').length;
  const worked = checks.filter(({ outcome }) => outcome === 'ok' || outcome === 'retried').length;
  return (
    <li>
      <PlatformMark platform={type} name={label} />
      <Link
        to="/$account/channels/$channel"
        params={{ account, channel: String(id) }}
        className="min-w-0 grow truncate text-text"
      >
        {label}, {name}
      </Link>
      <CheckStrip checks={checks} label={t('checks', { worked, failed })} />
      <LastCheck channel={channel} />
    </li>
  );
}

function LastCheck({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('overview');
  const formats = useFormats();
  const { crawling, error_code, last_checked: checked } = channel;
  if (crawling) return <span className="help-text whitespace-nowrap text-accent">{t('now')}</span>;
  if (!checked) return <span className="help-text">–</span>;
  const date = apiDate(checked);
  const isToday = formats.isoDay(date) === formats.isoDay(new Date());
  return (
    <time
      className={`help-text whitespace-nowrap ${error_code === null ? '' : 'text-bad'}`}
      dateTime={date.toISOString()}
      title={formats.moment(date)}
    >
      {isToday ? formats.time(date) : formats.day(date)}
    </time>
  );
}
