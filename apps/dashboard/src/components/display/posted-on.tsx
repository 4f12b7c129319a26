import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { apiDate, useFormats } from '../../i18n/formats';
import { isDated } from '../../i18n/is-dated';
import { useTexts } from '../../i18n/texts';

/** When a review was posted: its age, or the date and time. */
export function PostedOn({
  review,
  form = 'age',
  className,
}: {
  review: Pick<Schema<'Review'>, 'posted_on' | 'posted_precision'>;
  form?: 'age' | 'moment';
  className?: string;
}): ReactNode {
  const common = useTexts('common');
  const formats = useFormats();
  if (!isDated(review)) return <span className={className}>{common('date_unknown')}</span>;
  const posted = apiDate(review.posted_on);
  const moment = formats.moment(posted);
  return (
    <time className={className} dateTime={posted.toISOString()} title={form === 'age' ? moment : undefined}>
      {form === 'age' ? formats.age(posted) : moment}
    </time>
  );
}
