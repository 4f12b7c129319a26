import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { Status, Tag } from '../../../components/display/labels';
import { toaster } from '../../../components/overlays/toaster';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { onlyTarget } from '../actions/targets';
import { useInboxActions } from '../actions/use-inbox-actions';
import type { Review } from '../model/review-rows';
import { showingWidgets } from '../detail-requests';
import { TagMenu } from '../tags/tag-menu';

/** What is known about a review besides its text. */
export function Facts({ review }: { review: Review }): ReactNode {
  const t = useTexts('inbox_detail');
  const inbox = useTexts('inbox');
  const formats = useFormats();
  const { sentiment, verified, removed_on } = review;
  return (
    <dl className="facts">
      <dt>{t('tags')}</dt>
      <dd>
        <Tags review={review} />
      </dd>
      {sentiment && (
        <>
          <dt>{t('sentiment')}</dt>
          <dd>
            {t(`sentiment_${sentiment}`)} <span className="help-text">{t('from_rating')}</span>
          </dd>
        </>
      )}
      {verified && (
        <>
          <dt>{t('customer')}</dt>
          <dd>
            <Status tone="good">{inbox('verified')}</Status>{' '}
            <span className="help-text">{t('verified_by')}</span>
          </dd>
        </>
      )}
      {removed_on && (
        <>
          <dt>{t('on_platform')}</dt>
          <dd>{t('removed', { day: formats.day(apiDate(removed_on)) })}</dd>
        </>
      )}
      <Showing review={review} />
    </dl>
  );
}

function Tags({ review }: { review: Review }): ReactNode {
  const t = useTexts('inbox_detail');
  const actions = useInboxActions();
  const mayWrite = useCan('reviews:write');
  const { tags } = review;
  return (
    <span className="flex flex-wrap items-center gap-1">
      {tags.map((tag) => (
        <span key={tag.name} className="tag">
          {tag.name}
          {mayWrite && (
            <button
              type="button"
              className="tag-remove"
              aria-label={t('remove_tag', { name: tag.name })}
              onClick={() =>
                actions.setTags(
                  review,
                  tags.filter(({ name }) => name !== tag.name),
                )
              }
            >
              <Icon name="close" />
            </button>
          )}
        </span>
      ))}
      {mayWrite && <TagMenu targets={() => onlyTarget(review)} isInline />}
      {mayWrite && <Suggestions review={review} />}
      {!mayWrite && tags.length === 0 && <span className="help-text">{t('no_tags')}</span>}
    </span>
  );
}

/** Tags that the AI finds fitting. They are asked for, because asking costs. */
function Suggestions({ review }: { review: Review }): ReactNode {
  const t = useTexts('inbox_detail');
  const { client } = useApi();
  const actions = useInboxActions();
  const mayAsk = useCan('ai:write');
  const [isBusy, setBusy] = useState(false);
  const [suggested, setSuggested] = useState<Review['tags'] | null>(null);
  if (!mayAsk || review.text === '') return null;
  const ask = async (): Promise<void> => {
    setBusy(true);
    try {
      const { tags } = await client.post('/reviews/ai/tags/{id}', { params: { path: { id: review.id } } });
      setSuggested(tags);
    } catch (error) {
      toaster.show({
        kind: 'failed',
        text: t('no_suggestions'),
        detail: shownError(error).msg ?? t('no_answer'),
      });
    }
    setBusy(false);
  };
  if (!suggested)
    return (
      <Button kind="quiet" size="small" icon="sparkle" busy={isBusy} onClick={() => void ask()}>
        {t('suggest_tags')}
      </Button>
    );
  const fresh = suggested.filter(({ name }) => !review.tags.some((tag) => tag.name === name));
  if (fresh.length === 0) return <Tag icon="sparkle">{t('nothing_to_suggest')}</Tag>;
  return fresh.map((tag) => (
    <button
      key={tag.id}
      type="button"
      className="tag line"
      aria-label={t('add_suggested', { name: tag.name })}
      onClick={() => actions.setTags(review, [...review.tags, tag])}
    >
      <Icon name="sparkle" />
      {tag.name}
    </button>
  ));
}

/** The widgets that show the review, or would once it is approved. */
function Showing({ review }: { review: Review }): ReactNode {
  const t = useTexts('inbox_detail');
  const api = useApi();
  const mayRead = useCan('widgets:read');
  const { data, isLoading } = useQuery({
    queryKey: api.key('widgets', 'showing', review.id),
    queryFn: ({ signal }) => showingWidgets(api.client, review.id, signal),
    enabled: mayRead,
    retry: false,
  });
  const isApproved = review.status === 'approved';
  if (review.status === 'ignored') return null;
  const label = isApproved ? t('in_widgets') : t('if_approved');
  if (isLoading)
    return (
      <>
        <dt>{label}</dt>
        <dd aria-hidden="true">&nbsp;</dd>
      </>
    );
  if (!data) return null;
  const shown = data.filter(({ shows }) => shows !== 'never');
  const params = { account: String(api.subAccountId) };
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {shown.length === 0
          ? t('shows_nowhere')
          : t(isApproved ? 'shown_in' : 'shows_in', { count: shown.length })}
        {shown.map(({ id, name }) => (
          <Link
            key={id}
            to="/$account/widgets/$widget"
            params={{ ...params, widget: String(id) }}
            className="widget-name"
          >
            {name}
          </Link>
        ))}
      </dd>
    </>
  );
}
