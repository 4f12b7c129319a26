import type { Schema } from '@plaudit/client';
import { PlauditError } from '@plaudit/client';
import type { ReactNode } from 'react';
import { shownError } from '../../../api/api-error';
import { Icon } from '../../../components/display/icon';
import { LongWait } from '../../../components/display/long-wait';
import { Note } from '../../../components/display/note';
import { Dialog } from '../../../components/overlays/dialog';
import { useTexts } from '../../../i18n/texts';
import type { ChannelType } from '../rules/channel-state';
import { useFirstField } from '../use-first-field';

export type AddInput = Schema<'ChannelAddInput'>;

/** A profile that is chosen and not connected yet. */
export interface Draft {
  type: ChannelType;
  input: AddInput;
  /** The name on the platform, if it is known. */
  name: string;
}

/** What the steps of the wizard share. */
export interface Wizard {
  /** Goes to a step: its name, or the slug of a platform. */
  go(step: string, more?: { connection?: string; added?: string }): void;
  close(): void;
  drafts: readonly Draft[];
  setDrafts(drafts: readonly Draft[]): void;
  /** The id of a channel that gets a new access or a file. Null for a new channel. */
  channelId: number | null;
  /** The id of a sign-in that was begun. */
  connectionId: number | null;
  /** The ids of the channels that were connected. */
  added: readonly number[];
}

const STEPS = ['find', 'settings', 'collect'] as const;
const WIDTH = 620;

/** The dialog around a step, with the way that is done and ahead. */
export function WizardFrame({
  step,
  title,
  wizard,
  onSubmit,
  footer,
  children,
}: {
  /** Null for a step outside the way, such as a new key. */
  step: (typeof STEPS)[number] | null;
  title: string;
  wizard: Pick<Wizard, 'close'>;
  onSubmit?: () => void;
  footer?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const t = useTexts('channels');
  const content = useFirstField<HTMLDivElement>();
  const at = step ? STEPS.indexOf(step) : -1;
  const way = step && (
    <ol className="wizard-steps">
      {STEPS.map((name, index) => (
        <li
          key={name}
          className={index < at ? 'is-done' : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          <span aria-hidden="true">{index < at ? <Icon name="check" size="small" /> : index + 1}</span>
          {t(`step_${name}`)}
        </li>
      ))}
    </ol>
  );
  return (
    <Dialog
      title={
        way ? (
          <>
            <span className="sr-only">{title}</span>
            {way}
          </>
        ) : (
          title
        )
      }
      width={WIDTH}
      onClose={wizard.close}
      {...(onSubmit ? { onSubmit } : {})}
      footer={footer}
    >
      <div ref={content}>{children}</div>
    </Dialog>
  );
}

/** Says why a profile was not connected. A limit of the plan is explained with its numbers. */
export function ConnectError({ error }: { error: unknown }): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  if (!error) return null;
  const { msg, requestId } = shownError(error);
  const limit = error instanceof PlauditError && error.status === 402 ? error.body : null;
  return (
    <Note tone={limit ? 'warn' : 'bad'}>
      {limit?.limit !== undefined ? (
        <>
          <p className="font-medium">
            {t('limit_reached', { limit: limit.limit, used: limit.used ?? limit.limit })}
          </p>
          <p className="text-text-2">{t('limit_help')}</p>
        </>
      ) : (
        <p>{msg ?? common('network_failed')}</p>
      )}
      {limit && <p className="help-text">{msg}</p>}
      {requestId && <p className="help-text">{common('request_id', { id: requestId })}</p>}
    </Note>
  );
}

/** Says that a platform is being asked about a profile or key. `platform` is its name, or null while nothing is asked. */
export function CheckWait({
  platform,
  onCancel,
}: {
  platform: string | null;
  onCancel?: () => void;
}): ReactNode {
  const t = useTexts('channels');
  const values = { platform: platform ?? '' };
  return (
    <LongWait
      busy={platform !== null}
      doing={t('checking_with', values)}
      waitingFor={t('waits_for', values)}
      {...(onCancel ? { onCancel } : {})}
    />
  );
}

/** Returns why a platform cannot be connected now, as the key of a text. Null if it can. */
export function obstacleOf({ available, limit, connected }: ChannelType): 'not_set_up' | 'limit_used' | null {
  if (!available) return 'not_set_up';
  return limit !== -1 && connected >= limit ? 'limit_used' : null;
}

/** Returns true if the platform can be searched for profiles that can be connected. */
export function canSearch(type: ChannelType): boolean {
  return type.searchable && obstacleOf(type) === null;
}

/** Says why a platform cannot be connected now. */
export function Obstacle({ type }: { type: ChannelType | undefined }): ReactNode {
  const t = useTexts('channels');
  const obstacle = type ? obstacleOf(type) : null;
  if (!type || !obstacle) return null;
  return (
    <p className="help bad" role="status">
      {t(obstacle, { platform: type.label, limit: type.limit })}
    </p>
  );
}
