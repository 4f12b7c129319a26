import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type ShownError, shownError } from '../../../api/api-error';
import { nameOfPress } from '../../../app/keyboard';
import { TextArea, TextField } from '../../../components/controls/field';
import { Segments } from '../../../components/controls/segments';
import { FormDialog } from '../../../components/forms/form-dialog';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import type { ReviewEdit } from '../actions/inbox-actions';
import { useInboxActions } from '../actions/use-inbox-actions';
import type { Review } from '../model/review-rows';
import { changesOf, type EditForm, formOf, reversalOf } from './review-edit';

const MAX_TEXT = 20_000;
const FIELDS = ['from_name', 'text', 'rating_value', 'posted_on', 'post_url'];

/** Edits a review. Only the fields that changed are sent. */
export function EditDialog({ review, onClose }: { review: Review; onClose: () => void }): ReactNode {
  const t = useTexts('inbox_detail');
  const { form, change, error, isBusy, isChanged, save } = useEdit(review, onClose);
  const fields = useRef<HTMLDivElement>(null);
  // The text is what is edited most. By itself, the dialog chooses the author.
  useEffect(() => fields.current?.querySelector('textarea')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (nameOfPress(event.nativeEvent) !== 'mod+s') return;
    event.preventDefault();
    void save();
  };
  return (
    <FormDialog
      title={t('edit_title')}
      width={560}
      verb={t('save_review')}
      busy={isBusy}
      isWritten={isChanged}
      error={FIELDS.includes(shownError(error).field ?? '') ? null : error}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <div ref={fields} className="grid gap-4" role="presentation" onKeyDown={onKeyDown}>
        <Fields form={form} error={error === null ? null : shownError(error)} onChange={change} />
        {review.channel_id !== null && <p className="help-text">{t('edit_note')}</p>}
      </div>
    </FormDialog>
  );
}

function useEdit(review: Review, onClose: () => void) {
  const actions = useInboxActions();
  const formats = useFormats();
  const [before] = useState(() => formOf(review, formats));
  const [form, setForm] = useState(before);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const changes = changesOf(before, form);
  const isChanged = Object.keys(changes).length > 0;
  const save = async (): Promise<void> => {
    if (!isChanged) return onClose();
    setBusy(true);
    try {
      const saved = await actions.update(review.id, changes);
      actions.edited(review, saved.review, reversalOf(review, changes));
      onClose();
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  const change = (changed: Partial<EditForm>): void => setForm((current) => ({ ...current, ...changed }));
  return { form, change, error, isBusy, isChanged, save };
}

interface FieldsProps {
  form: EditForm;
  error: ShownError | null;
  onChange: (change: Partial<EditForm>) => void;
}

function Fields({ form, error, onChange }: FieldsProps): ReactNode {
  const t = useTexts('inbox_detail');
  return (
    <>
      <TextField
        label={t('author')}
        error={errorOf(error, 'from_name')}
        value={form.from_name}
        maxLength={191}
        onChange={({ target }) => onChange({ from_name: target.value })}
      />
      <TextArea
        label={t('text')}
        error={errorOf(error, 'text')}
        value={form.text}
        rows={7}
        maxLength={MAX_TEXT}
        dir="auto"
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <RatingField form={form} error={error} onChange={onChange} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('posted_on')}
          error={errorOf(error, 'posted_on')}
          type="date"
          value={form.day}
          onChange={({ target }) => onChange({ day: target.value })}
        />
        <TextField
          label={t('post_url')}
          error={errorOf(error, 'post_url')}
          type="url"
          inputMode="url"
          value={form.post_url}
          maxLength={2048}
          onChange={({ target }) => onChange({ post_url: target.value })}
        />
      </div>
    </>
  );
}

function RatingField({ form, error, onChange }: FieldsProps): ReactNode {
  const t = useTexts('inbox_detail');
  const common = useTexts('common');
  const wrong = errorOf(error, 'rating_value');
  const stars = ['0', '1', '2', '3', '4', '5'].map((value) => ({
    value,
    label: value === '0' ? common('no_rating') : value,
  }));
  return (
    <div className="field justify-items-start">
      <span className="label">{t('field_rating')}</span>
      <Segments
        label={t('field_rating')}
        value={form.rating}
        choices={stars}
        onChange={(rating) => onChange({ rating })}
      />
      {wrong && (
        <p className="help bad" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

function errorOf(error: ShownError | null, field: keyof ReviewEdit): string | null {
  return error?.field === field ? error.msg : null;
}
