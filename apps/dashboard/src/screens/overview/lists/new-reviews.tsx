import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { shownError } from '../../../api/api-error';
import { IconButton } from '../../../components/controls/button';
import { Status } from '../../../components/display/labels';
import { PlatformMark } from '../../../components/display/monograms';
import { PostedOn } from '../../../components/display/posted-on';
import { Stars } from '../../../components/display/stars';
import { Loading, LoadError, SkeletonRows } from '../../../components/display/states';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { newReviewsQuery, type Review } from '../data/overview-data';
import type { Property } from '../figures/figures';
import { Section } from './section';

/** The newest reviews. One that waits can be approved here. */
export function NewReviews({ property }: { property: Property }): ReactNode {
  const t = useTexts('overview');
  const { account } = useParams({ from: '/$account' });
  const { data, error, isPending, refetch } = useQuery(newReviewsQuery(useApi(), property));
  return (
    <Section
      title={t('new_reviews')}
      link={
        <Link to="/$account/inbox" params={{ account }} search={property}>
          {t('open_inbox')}
        </Link>
      }
    >
      {data ? (
        <ul className="overview-rows new-reviews">
          {data.map((review) => (
            <ReviewLine key={review.id} review={review} />
          ))}
          {data.length === 0 && <li className="text-text-2">{t('no_reviews')}</li>}
        </ul>
      ) : isPending ? (
        <Loading>
          <SkeletonRows height={56} />
        </Loading>
      ) : (
        <LoadError error={error} retry={() => void refetch()} />
      )}
    </Section>
  );
}

function ReviewLine({ review }: { review: Review }): ReactNode {
  const t = useTexts('overview');
  const { account } = useParams({ from: '/$account' });
  const name = review.from_name || t('anonymous');
  return (
    <li>
      <PlatformMark platform={review.platform} name={review.label} />
      <div className="min-w-0 grow">
        <div className="flex items-center gap-2">
          <Link
            to="/$account/inbox"
            params={{ account }}
            search={{ review: String(review.id), status: review.status }}
            className="truncate font-semibold text-text"
          >
            {name}
          </Link>
          <Stars value={review.rating_value} scale={review.rating_scale} />
          <PostedOn review={review} className="help-text ms-auto whitespace-nowrap" />
        </div>
        <p className="truncate text-text-2" lang={review.language ?? undefined} dir="auto">
          {review.text || t('no_text')}
        </p>
      </div>
      <Approve review={review} name={name} />
    </li>
  );
}

function Approve({ review, name }: { review: Review; name: string }): ReactNode {
  const t = useTexts('overview');
  const common = useTexts('common');
  const { client, key } = useApi();
  const queries = useQueryClient();
  const can = useCan('reviews:write');
  const change = useMutation({
    mutationFn: (status: Review['status']) =>
      client.put('/reviews/update/{id}', { params: { path: { id: review.id } }, body: { status } }),
    onSuccess: (_, status) => {
      if (status === 'approved')
        toaster.show({
          text: t('approved', { name }),
          action: { label: common('undo'), run: () => change.mutate('inbox') },
        });
      return queries.invalidateQueries({ queryKey: key('reviews') });
    },
    onError: (error) =>
      toaster.show({
        kind: 'failed',
        text: t('not_changed', { name }),
        detail: shownError(error).msg ?? common('network_failed'),
      }),
  });
  if (review.status !== 'inbox') return <Status tone="good">{t('is_approved')}</Status>;
  if (!can) return null;
  return (
    <IconButton
      kind="default"
      className="shrink-0"
      icon="check"
      label={t('approve', { name })}
      busy={change.isPending}
      onClick={() => change.mutate('approved')}
    />
  );
}
