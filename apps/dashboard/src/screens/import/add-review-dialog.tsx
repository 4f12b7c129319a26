import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/api';
import { Button } from '../../components/controls/button';
import { Checkbox } from '../../components/controls/choice';
import { Note } from '../../components/display/note';
import { DiscardDialog } from '../../components/forms/discard-dialog';
import { ErrorNote } from '../../components/forms/error-note';
import { modCap, sendOnModEnter } from '../../components/forms/mod-enter';
import { Dialog } from '../../components/overlays/dialog';
import { toaster } from '../../components/overlays/toaster';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useCan } from '../../session/session';
import { DraftFields } from './add/draft-fields';
import { emptyDraft, isWritten, type ReviewDraft } from './add/review-draft';
import { type AddFailure, useAddReview } from './add/use-add-review';
import type { SourceChoice } from './source-field';
import './import.css';

/** Adds one review by hand, or several in a row. What was typed stays if the server refuses it. */
export function AddReviewDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('import');
  const form = useRef<HTMLDivElement>(null);
  const mayWrite = useCan('reviews:write');
  const formats = useFormats();
  const [draft, setDraft] = useState(() => emptyDraft(formats.isoDay(new Date())));
  const [source, setSource] = useState<SourceChoice>({ kind: 'known', id: null });
  const [isRepeated, setRepeated] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const showAdded = useShowAdded();
  const focusFirst = (): void => form.current?.querySelector('input')?.focus();
  const { send, failure, isBusy } = useAddReview((id, known, reset) => {
    showAdded(id);
    if (!isRepeated) return onClose();
    setDraft((before) => emptyDraft(formats.isoDay(new Date()), before));
    setSource(known);
    reset();
    focusFirst();
  });
  useEffect(focusFirst, []);
  const submit = (): void => {
    if (!isBusy && mayWrite) send({ draft, source });
  };
  const leave = (): void => (isWritten(draft) ? setLeaving(true) : onClose());
  return (
    <>
      <Dialog
        title={t('add_title')}
        width={628}
        onClose={leave}
        onSubmit={submit}
        footer={
          <AddFooter draft={draft} isBusy={isBusy} mayWrite={mayWrite} onDraft={setDraft} onLeave={leave} />
        }
      >
        <div ref={form} className="grid gap-4" role="presentation" onKeyDown={sendOnModEnter(submit)}>
          <DraftFields
            draft={draft}
            source={source}
            failure={failure}
            onDraft={setDraft}
            onSource={setSource}
          />
          <AddError failure={failure} />
          <Checkbox
            label={t('add_another')}
            checked={isRepeated}
            onChange={({ target }) => setRepeated(target.checked)}
          />
        </div>
      </Dialog>
      {isLeaving && <DiscardDialog onStay={() => setLeaving(false)} onDiscard={onClose} />}
    </>
  );
}

function AddFooter({
  draft,
  isBusy,
  mayWrite,
  onDraft,
  onLeave,
}: {
  draft: ReviewDraft;
  isBusy: boolean;
  mayWrite: boolean;
  onDraft: (draft: ReviewDraft) => void;
  onLeave: () => void;
}): ReactNode {
  const t = useTexts('import');
  const common = useTexts('common');
  return (
    <>
      <Checkbox
        label={t('approve_at_once')}
        checked={draft.isApproved}
        onChange={({ target }) => onDraft({ ...draft, isApproved: target.checked })}
      />
      {!mayWrite && <span className="help-text">{t('read_only')}</span>}
      <Button kind="quiet" size="form" className="ms-auto" onClick={onLeave}>
        {common('cancel')}
      </Button>
      <Button
        kind="primary"
        size="form"
        type="submit"
        busy={isBusy}
        disabled={!mayWrite}
        shortcut={modCap('↵')}
      >
        {t('add_verb')}
      </Button>
    </>
  );
}

/** The fields whose error stands beside them. */
const OWN_PLACE = /^(from_name|text|posted_on|rating_value|tags|media|name)([.[]|$)/;

/** A duplicate with a link to the other review, or an error that no field shows. */
function AddError({ failure }: { failure: AddFailure | null }): ReactNode {
  const t = useTexts('import');
  const { subAccountId } = useApi();
  if (!failure) return null;
  const { msg, field, existingId } = failure;
  if (existingId !== null) {
    return (
      <Note tone="warn">
        <p>
          {t('add_duplicate', { id: String(existingId) })}{' '}
          <Link
            to="/$account/inbox"
            params={{ account: String(subAccountId) }}
            search={{ status: 'all', review: String(existingId) }}
            target="_blank"
          >
            {t('add_compare')}
          </Link>
        </p>
      </Note>
    );
  }
  if (msg !== null && field !== null && OWN_PLACE.test(field)) return null;
  return <ErrorNote error={failure.error} />;
}

/** Returns the function that says that a review was added, with a way to it. */
function useShowAdded(): (id: number) => void {
  const t = useTexts('import');
  const { subAccountId } = useApi();
  const navigate = useNavigate();
  return (id) => {
    toaster.show({
      text: t('added'),
      action: {
        label: t('show_review'),
        run: () =>
          void navigate({
            to: '/$account/inbox',
            params: { account: String(subAccountId) },
            search: { status: 'all', review: String(id) },
          }),
      },
    });
  };
}
