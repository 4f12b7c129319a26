import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { isMissing } from '../../../api/api-error';
import { Avatar, PlatformMark } from '../../../components/display/monograms';
import { Empty, LoadError, Loading } from '../../../components/display/states';
import { PostedOn } from '../../../components/display/posted-on';
import { Stars } from '../../../components/display/stars';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import type { Review } from '../model/review-rows';
import { DetailActions } from './detail-actions';
import { DetailTop } from './detail-top';
import { Facts } from './facts';
import { History } from './history';
import { Photos } from './photos';
import { ReplyDraft } from './reply-draft';
import { ReviewText } from './review-text';
import { usePlace } from './use-place';
import { useReview } from './use-review';

/** One review in full. */
export function DetailPane({ id, isWide }: { id: number; isWide: boolean }): ReactNode {
  const t = useTexts('inbox_detail');
  const { review, error, retry } = useReview(id);
  const mayWrite = useCan('reviews:write');
  const body = useRef<HTMLDivElement>(null);
  const isLoading = review === undefined;
  useEffect(() => {
    body.current?.scrollTo(0, 0);
    // In one pane there is no row that could have the focus.
    if (!isWide) body.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [id, isWide, isLoading]);
  return (
    <section className="inbox-side" aria-label={t('detail')}>
      <DetailTop id={id} review={review} isWide={isWide} />
      <div ref={body} className="detail-body" tabIndex={-1}>
        {review ? (
          <Suspense fallback={<Loading />}>
            <Content key={id} review={review} isWide={isWide} />
          </Suspense>
        ) : (
          <NoReview error={error} retry={retry} />
        )}
      </div>
      {review && mayWrite && <DetailActions review={review} />}
    </section>
  );
}

function NoReview({ error, retry }: { error: unknown; retry: () => void }): ReactNode {
  const t = useTexts('inbox_detail');
  if (!error) return <Loading />;
  if (!isMissing(error)) return <LoadError error={error} retry={retry} />;
  return (
    <Empty icon="search" title={t('review_missing')}>
      {t('review_missing_text')}
    </Empty>
  );
}

function Content({ review, isWide }: { review: Review; isWide: boolean }): ReactNode {
  return (
    <>
      <Author review={review} isWide={isWide} />
      <ReviewText review={review} />
      <Photos media={review.media} />
      <Facts review={review} />
      <OwnReply reply={review.reply} />
      <ReplyDraft review={review} />
      <History review={review} />
    </>
  );
}

function Author({ review, isWide }: { review: Review; isWide: boolean }): ReactNode {
  const common = useTexts('common');
  const t = useTexts('inbox');
  const formats = useFormats();
  const place = usePlace(review);
  const { rating_value: rating, rating_scale: scale } = review;
  const name = review.from_name || t('no_author');
  // In one pane the bar with the title of the screen is not shown.
  const Heading = isWide ? 'h2' : 'h1';
  return (
    <header className="flex items-center gap-3">
      <Avatar name={name} size="large" />
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2">
          <Heading className="min-w-0 text-14 font-semibold wrap-anywhere" tabIndex={-1} dir="auto">
            {name}
          </Heading>
          <Stars value={rating} scale={scale} size="large" />
          {rating !== null && (scale !== 5 || !Number.isInteger(rating)) && (
            <span className="help-text">
              {common('scale_of', { value: formats.number(rating, 1), scale: formats.number(scale) })}
            </span>
          )}
        </div>
        <p className="help-text flex flex-wrap items-center gap-x-1.5">
          <PlatformMark platform={review.platform} name={review.label} size="small" />
          <span>{place}</span>
          <span aria-hidden="true">·</span>
          <PostedOn review={review} form="exact" />
        </p>
      </div>
    </header>
  );
}

function OwnReply({ reply }: { reply: Review['reply'] }): ReactNode {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  if (!reply) return null;
  const posted = reply.posted_on === null ? null : formats.posted({ posted_on: reply.posted_on });
  return (
    <section className="own-reply">
      <h2 className="flex gap-2 font-semibold">
        {t('own_reply')}
        {posted && <span className="help-text ms-auto">{posted.day}</span>}
      </h2>
      <p dir="auto" className="whitespace-pre-line">
        {reply.text}
      </p>
    </section>
  );
}
