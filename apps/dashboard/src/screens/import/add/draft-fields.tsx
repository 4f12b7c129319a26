import type { ReactNode } from 'react';
import { TextArea, TextField } from '../../../components/controls/field';
import { useTexts } from '../../../i18n/texts';
import { readReviewDate } from '../review-date';
import { type SourceChoice, SourceField } from '../source-field';
import { StarField } from '../star-field';
import { useUtcDate } from '../use-utc-date';
import { MediaField } from './media-field';
import { MAX_TEXT, type ReviewDraft } from './review-draft';
import { TagsField } from './tags-field';
import type { AddFailure } from './use-add-review';

/** The fields of a review that is added by hand. */
export function DraftFields({
  draft,
  source,
  failure,
  onDraft,
  onSource,
}: {
  draft: ReviewDraft;
  source: SourceChoice;
  failure: AddFailure | null;
  onDraft: (draft: ReviewDraft) => void;
  onSource: (source: SourceChoice) => void;
}): ReactNode {
  const t = useTexts('import');
  const set = (change: Partial<ReviewDraft>): void => onDraft({ ...draft, ...change });
  // The text of a duplicate is not wrong, so the note names the other review instead.
  const errorOf = (field: string): string | null =>
    failure && failure.existingId === null && failure.field?.split(/[.[]/)[0] === field ? failure.msg : null;
  return (
    <>
      <div className="form-pair">
        <TextField
          label={t('author')}
          value={draft.author}
          maxLength={191}
          required
          autoComplete="off"
          error={errorOf('from_name')}
          onChange={({ target }) => set({ author: target.value })}
        />
        <DateField date={draft.date} error={errorOf('posted_on')} onChange={(date) => set({ date })} />
      </div>
      <TextArea
        label={t('text')}
        value={draft.text}
        dir="auto"
        required
        error={errorOf('text')}
        help={t('text_help', { count: [...draft.text].length, max: MAX_TEXT })}
        onChange={({ target }) => set({ text: target.value })}
      />
      <div className="form-pair">
        <StarField value={draft.stars} error={errorOf('rating_value')} onChange={(stars) => set({ stars })} />
        <SourceField choice={source} nameError={errorOf('name')} onChange={onSource} />
      </div>
      <TagsField tags={draft.tags} error={errorOf('tags')} onChange={(tags) => set({ tags })} />
      <MediaField media={draft.media} error={errorOf('media')} onChange={(media) => set({ media })} />
    </>
  );
}

/** A date in any form that the API takes. Below it stands how it is understood. */
function DateField({
  date,
  error,
  onChange,
}: {
  date: string;
  error: string | null;
  onChange: (date: string) => void;
}): ReactNode {
  const t = useTexts('import');
  const write = useUtcDate();
  const read = readReviewDate(date, 'day_first', new Date());
  return (
    <TextField
      label={t('date')}
      value={date}
      required
      autoComplete="off"
      error={error}
      help={
        read.kind === 'problem'
          ? t(date.trim() === '' ? 'date_forms' : `date_${read.problem}`)
          : t('date_read', { date: write(read.at, read.hasTime) })
      }
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
