import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { PlatformMark } from '../../../components/display/monograms';
import { Status } from '../../../components/display/labels';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { OfficialScore } from '../channel-parts';
import type { ChannelType } from '../rules/channel-state';
import { isSameAddress } from '../rules/recognise';
import { useChannels, useNow } from '../use-channels';

/** The age of a check is written anew after so many ms. */
const AGE_MS = 1_000;

/** The profiles that a search found. Those that are connected cannot be chosen again. */
export function CandidateList({
  found,
  types,
  chosen,
  onChange,
}: {
  found: Schema<'Discovery'>;
  types: readonly ChannelType[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}): ReactNode {
  const t = useTexts('channels');
  const channels = useChannels().data ?? [];
  const { candidates } = found;
  const now = useNow(
    AGE_MS,
    candidates.some(({ checked_on: on }) => on !== null),
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className={candidates.length > 0 ? 'sr-only' : 'font-medium'} role="status">
        {t('candidates', { count: candidates.length })}
      </p>
      {candidates.length > 0 && (
        <ul className="candidates">
          {candidates.map((candidate) => {
            const { url, platform } = candidate;
            return (
              <CandidateRow
                key={`${platform} ${url}`}
                candidate={candidate}
                type={types.find(({ type }) => type === platform)}
                now={new Date(now)}
                isChosen={chosen.includes(url)}
                isConnected={channels.some((channel) => isSameAddress(channel.url, url))}
                onToggle={(isOn) => onChange(isOn ? [...chosen, url] : chosen.filter((one) => one !== url))}
              />
            );
          })}
        </ul>
      )}
    </div>
  );
}

function CandidateRow({
  candidate,
  type,
  now,
  isChosen,
  isConnected,
  onToggle,
}: {
  candidate: Schema<'Candidate'>;
  now: Date;
  type: ChannelType | undefined;
  isChosen: boolean;
  isConnected: boolean;
  onToggle: (isOn: boolean) => void;
}): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const { business_name, platform, address, score, reviews, checked_on: checkedOn, url } = candidate;
  const label = type?.label ?? platform;
  return (
    <li className={isConnected ? 'is-off' : isChosen ? 'is-on' : ''}>
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isConnected}
          onChange={({ target }) => onToggle(target.checked)}
        />
        <PlatformMark platform={platform} name={label} size="large" />
        <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)]">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="truncate font-medium">{business_name}</span>
            {checkedOn ? (
              <Status tone="good">
                {t('checked_ago', { time: formats.freshness(apiDate(checkedOn), now) })}
              </Status>
            ) : (
              <Status tone="quiet">{t('not_checked')}</Status>
            )}
          </span>
          <span className="help-text truncate">
            {label} · {address ?? url.replace(/^https?:\/\/(www\.)?/, '')}
          </span>
        </span>
        <span className="grid justify-items-end">
          <OfficialScore score={score} scale={type?.rating_scale ?? 5} />
          <span className="help-text">
            {isConnected
              ? t('already_connected')
              : reviews !== null && t('reviews_count', { count: reviews })}
          </span>
        </span>
      </label>
    </li>
  );
}
