import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button';
import { SelectField } from '../../components/controls/field';
import { Note } from '../../components/display/note';
import { ErrorNote } from '../../components/forms/error-note';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import type { Scope } from '../../session/session';
import { verbOf } from '../settings/keys/role-scopes';
import { SignInLayout } from '../sign-in/sign-in-layout';
import { AppFacts } from './app-facts';
import { approve, deny, type SubAccountChoice } from './authorize-request';
import { endOf, isolated, usualDays } from './consent-rules';
import { ScopeFields } from './scope-fields';
import { type DecisionProps, useDecision } from './use-decision';
import { useSteadyFocus } from './use-steady-focus';
import './authorize.css';

interface Fields {
  subAccountId: number | null;
  scopes: readonly Scope[];
  days: number | null;
}

/** Asks the user what the app may do, where and for how long. What only reads is chosen at first. */
export function ConsentForm({ uid, request, ...ends }: DecisionProps): ReactNode {
  const t = useTexts('apps');
  const isSteady = useSteadyFocus();
  const { busy, failure, decide } = useDecision(ends);
  const { app, companies, preselected_scopes, needs_proof } = request;
  const choices = companies.flatMap(({ sub_accounts }) => sub_accounts);
  const [fields, setFields] = useState<Fields>({
    subAccountId: choices.length === 1 ? (choices[0]?.id ?? null) : null,
    scopes: preselected_scopes,
    days: usualDays(request.durations),
  });
  const change = (changed: Partial<Fields>): void => setFields({ ...fields, ...changed });
  const { subAccountId, scopes, days } = fields;
  const name = isolated(app.name);
  const submit = (): void => {
    if (subAccountId === null || scopes.length === 0 || !isSteady) return;
    void decide('connected', () =>
      approve(uid, { user_id: request.user.id, sub_account_id: subAccountId, scopes: [...scopes], days }),
    );
  };
  return (
    <SignInLayout
      wide
      title={t('connect_title', { name })}
      text={t(app.registered === 'operator' ? 'asks_known' : 'asks', { name })}
      onSubmit={submit}
    >
      {ends.hasOtherUser && <Note tone="warn">{t('other_user')}</Note>}
      <AppFacts request={request} />
      <SubAccountField
        choices={choices}
        chosen={subAccountId}
        onChange={(id) => change({ subAccountId: id })}
      />
      <ScopeFields
        grantable={request.grantable_scopes}
        chosen={scopes}
        onChange={(chosen) => change({ scopes: chosen })}
      />
      <GetsNot request={request} isSingle={choices.length === 1} />
      <DaysField durations={request.durations} days={days} onChange={(chosen) => change({ days: chosen })} />
      <Consequence
        name={name}
        subAccount={choices.find(({ id }) => id === subAccountId)?.name ?? null}
        scopes={scopes}
        days={days}
      />
      <ErrorNote error={failure} />
      <div className="grid grid-cols-1 gap-2">
        <Button
          kind="primary"
          size="form"
          className="wide"
          type="submit"
          busy={busy === 'connected'}
          disabled={scopes.length === 0 || choices.length === 0 || busy !== null || !isSteady}
        >
          <span className="truncate">{t('connect', { name })}</span>
        </Button>
        {needs_proof && <p className="help-text text-center">{t('proof_follows')}</p>}
        <Button
          kind="quiet"
          size="form"
          className="wide"
          busy={busy === 'denied'}
          disabled={busy !== null}
          onClick={() => void decide('denied', () => deny(uid))}
        >
          {t('do_not_connect')}
        </Button>
      </div>
    </SignInLayout>
  );
}

function SubAccountField({
  choices,
  chosen,
  onChange,
}: {
  choices: readonly SubAccountChoice[];
  chosen: number | null;
  onChange: (id: number | null) => void;
}): ReactNode {
  const t = useTexts('apps');
  return (
    <SelectField
      label={t('sub_account')}
      help={t('sub_account_help')}
      error={choices.length === 0 ? t('no_sub_account') : null}
      value={chosen ?? ''}
      onChange={({ target }) => onChange(Number(target.value) || null)}
      choices={[
        ...(choices.length === 1 ? [] : [{ value: '', label: t('choose_sub_account') }]),
        ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      required
    />
  );
}

function DaysField({
  durations,
  days,
  onChange,
}: {
  durations: readonly (number | null)[];
  days: number | null;
  onChange: (days: number | null) => void;
}): ReactNode {
  const t = useTexts('apps');
  const textOf = (span: number | null): string => {
    if (span === null) return t('for_ever');
    return span === 365 ? t('for_year') : t('for_days', { count: span });
  };
  return (
    <SelectField
      label={t('how_long')}
      value={String(days)}
      onChange={({ target }) => onChange(target.value === 'null' ? null : Number(target.value))}
      choices={durations.map((span) => ({ value: String(span), label: textOf(span) }))}
    />
  );
}

/** What stays closed to the app, also if everything is ticked. */
function GetsNot({
  request: { requested_scopes, grantable_scopes },
  isSingle,
}: {
  request: DecisionProps['request'];
  isSingle: boolean;
}): ReactNode {
  const t = useTexts('apps');
  const formats = useFormats();
  const lacking = requested_scopes.filter((scope) => !grantable_scopes.includes(scope));
  return (
    <section className="grid gap-1" aria-labelledby="gets-not">
      <h2 id="gets-not" className="font-semibold">
        {t('gets_not')}
      </h2>
      <ul className="list-disc ps-5 text-text-2">
        <li>{t('gets_no_password')}</li>
        {!isSingle && <li>{t('gets_no_others')}</li>}
        <li>{t('gets_no_rest')}</li>
        {lacking.length > 0 && (
          <li>{t('role_lacks', { scopes: formats.list(lacking.map((scope) => t(`scope.${scope}`))) })}</li>
        )}
      </ul>
    </section>
  );
}

/** What happens after the button is pressed. */
function Consequence({
  name,
  subAccount,
  scopes,
  days,
}: {
  name: string;
  /** Null until one is chosen. */
  subAccount: string | null;
  scopes: readonly Scope[];
  days: number | null;
}): ReactNode {
  const t = useTexts('apps');
  const formats = useFormats();
  if (scopes.length === 0 || subAccount === null) return null;
  const end = endOf(days, new Date());
  const kind = scopes.includes('account:manage')
    ? 'then_manages'
    : scopes.every((scope) => verbOf(scope) === 'read')
      ? 'then_reads'
      : 'then_changes';
  return (
    <p aria-live="polite">
      {t(kind, { name, sub_account: isolated(subAccount) })}{' '}
      {end ? t('until_day', { day: formats.day(end) }) : t('until_revoked')}
    </p>
  );
}
