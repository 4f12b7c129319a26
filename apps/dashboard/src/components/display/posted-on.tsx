import type { PostedDate } from '@plaudit/contracts/posted-day';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';

/** When a review was posted: its age, or all that is known of the date and time. */
export function PostedOn({
  review,
  form = 'age',
  className,
}: {
  review: PostedDate;
  form?: 'age' | 'exact';
  className?: string;
}): ReactNode {
  const common = useTexts('common');
  const posted = useFormats().posted(review);
  if (!posted) return <span className={className}>{common('date_unknown')}</span>;
  return (
    <time className={className} dateTime={posted.machine} title={form === 'age' ? posted.exact : undefined}>
      {posted[form]}
    </time>
  );
}
