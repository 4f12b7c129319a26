import { memo, type ReactNode } from 'react';
import { Icon } from '../../../components/display/icon';
import { Status, Tag } from '../../../components/display/labels';
import { PlatformMark } from '../../../components/display/monograms';
import { PostedOn } from '../../../components/display/posted-on';
import { Stars } from '../../../components/display/stars';
import { type Formats } from '../../../i18n/formats';
import type { Translate } from '../../../i18n/texts';
import type { Review } from '../model/review-rows';

const MAX_TAGS = 2;

/** The list handles the click. React wants a handler here nevertheless. */
function clickedInList(): void {}

interface RowProps {
  review: Review;
  /** Its place in the list, from 1. */
  place: number;
  count: number;
  href: string;
  isCurrent: boolean;
  isSelected: boolean;
  /** The status to name, if the tab does not say it. */
  status: Review['status'] | null;
  /** The property of its channel. */
  property: string | undefined;
  t: Translate<'inbox'>;
  formats: Formats;
}

/** A review in two lines of text. Its link covers the row, and only that of the current row is in the tab order. */
export const ReviewRow = memo(function ReviewRow(row: RowProps): ReactNode {
  const { review, place, count, href, isCurrent, isSelected, status, t } = row;
  const { id, text, language, verified, rating_value, rating_scale } = review;
  const name = review.from_name || t('no_author');
  const classes = ['review-row', isCurrent ? 'is-current' : '', isSelected ? 'is-selected' : ''];
  return (
    <li
      className={classes.join(' ')}
      data-id={id}
      aria-setsize={count}
      aria-posinset={place}
      aria-current={isCurrent || undefined}
    >
      <input
        type="checkbox"
        checked={isSelected}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={t('select_one', { name })}
        onChange={clickedInList}
      />
      <div className="review-line">
        <a href={href} tabIndex={isCurrent ? 0 : -1} dir="auto">
          {name}
        </a>
        <Stars value={rating_value} scale={rating_scale} />
        {verified && <Status tone="good">{t('verified')}</Status>}
        {status && <Status tone={status === 'approved' ? 'good' : 'quiet'}>{t(`tab_${status}`)}</Status>}
        <PostedOn review={review} className="help-text ms-auto" />
      </div>
      <p className="review-text" lang={language ?? undefined} dir="auto">
        {text || <span className="text-text-3">{t('no_text')}</span>}
      </p>
      <RowFacts {...row} />
    </li>
  );
});

function RowFacts({ review, property, t, formats }: RowProps): ReactNode {
  const { platform, label, language, media, tags } = review;
  return (
    <div className="review-line help-text">
      <PlatformMark platform={platform} name={label} size="small" />
      <span className="truncate">{property ? t('place', { platform: label, property }) : label}</span>
      {language && (
        <span className="review-fact">
          <Icon name="language" size="small" />
          {formats.languageName(language)}
        </span>
      )}
      {media.length > 0 && (
        <span className="review-fact">
          <Icon name="image" size="small" />
          {formats.number(media.length)}
        </span>
      )}
      <span className="review-tags">
        {tags.slice(0, MAX_TAGS).map((tag) => (
          <Tag key={tag.id}>{tag.name}</Tag>
        ))}
        {tags.length > MAX_TAGS && <Tag>+{formats.number(tags.length - MAX_TAGS)}</Tag>}
      </span>
    </div>
  );
}
