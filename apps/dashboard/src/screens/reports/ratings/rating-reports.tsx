import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/texts';
import { ReportLoader } from '../bar/report-panel';
import type { Before } from '../data/report-filters';
import type { Queries } from '../data/reports-data';
import { AverageRatingPanel } from './average-rating-panel';
import { DistributionPanel } from './distribution-panel';
import { NewReviewsPanel } from './new-reviews-panel';
import { PlatformsPanel } from './platforms-panel';
import { RepliesPanel } from './replies-panel';
import { TagsPanel } from './tags-panel';

/** The reports about reviews and ratings, all of the same period and channels. */
export function RatingReports({ queries, before }: { queries: Queries; before: Before }): ReactNode {
  const t = useTexts('reports');
  const { average_rating, reviews_over_time, rating_distribution, ratings, tags, response } = queries;
  return (
    <div className="reports in-order">
      <ReportLoader name="average_rating" query={average_rating} title={t('average_rating')}>
        {(report) => <AverageRatingPanel report={report} query={average_rating} before={before} />}
      </ReportLoader>
      <ReportLoader name="reviews_over_time" query={reviews_over_time} title={t('new_reviews')}>
        {(report) => <NewReviewsPanel report={report} query={reviews_over_time} before={before} />}
      </ReportLoader>
      <ReportLoader name="rating_distribution" query={rating_distribution} title={t('distribution')}>
        {(report) => <DistributionPanel report={report} query={rating_distribution} before={before} />}
      </ReportLoader>
      <ReportLoader name="ratings" query={ratings} title={t('by_platform')}>
        {(report) => <PlatformsPanel report={report} query={ratings} />}
      </ReportLoader>
      <ReportLoader name="tags" query={tags} title={t('tags')}>
        {(report) => <TagsPanel report={report} query={tags} before={before} />}
      </ReportLoader>
      <ReportLoader name="response" query={response} title={t('replies')}>
        {(report) => <RepliesPanel report={report} query={response} />}
      </ReportLoader>
    </div>
  );
}
