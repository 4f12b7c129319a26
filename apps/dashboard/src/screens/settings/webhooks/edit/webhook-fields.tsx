import type { ReactNode } from 'react';
import { shownError } from '../../../../api/api-error';
import { TextField } from '../../../../components/controls/field';
import { useTexts } from '../../../../i18n/texts';
import { useSession } from '../../../../session/session';
import { AccountChoice } from './account-choice';
import { EventChoice } from './event-choice';
import type { WebhookDraft } from './webhook-draft';

const OWN_PLACE = ['url', 'description', 'events', 'sub_account_ids'];

/** The fields of a webhook, with the words of the server at the field that it refused. */
export function WebhookFields({
  draft,
  error,
  onChange,
}: {
  draft: WebhookDraft;
  error: unknown;
  onChange: (draft: WebhookDraft) => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const { main } = useSession();
  const errorOf = (field: string): string | null => {
    const shown = error ? shownError(error) : null;
    return shown && placeOf(shown.field) === field ? shown.msg : null;
  };
  return (
    <>
      <TextField
        label={t('url')}
        help={t('url_help')}
        error={errorOf('url')}
        type="url"
        inputMode="url"
        placeholder="https://"
        required
        autoComplete="off"
        maxLength={2048}
        value={draft.url}
        onChange={({ target }) => onChange({ ...draft, url: target.value })}
      />
      <TextField
        label={t('note_optional')}
        error={errorOf('description')}
        maxLength={255}
        value={draft.description}
        onChange={({ target }) => onChange({ ...draft, description: target.value })}
      />
      <EventChoice
        events={draft.events}
        error={errorOf('events')}
        onChange={(events) => onChange({ ...draft, events })}
      />
      {main && (
        <AccountChoice
          accounts={draft.accounts}
          error={errorOf('sub_account_ids')}
          onChange={(accounts) => onChange({ ...draft, accounts })}
        />
      )}
    </>
  );
}

/** Returns the error if no field of the form shows it. */
export function otherError(error: unknown): unknown {
  return error && placeOf(shownError(error).field) !== null && shownError(error).msg ? null : error;
}

function placeOf(field: string | null): string | null {
  // A field may be inside a list: events[0].
  const [name = ''] = field?.split(/[.[]/) ?? [];
  return OWN_PLACE.includes(name) ? name : null;
}
