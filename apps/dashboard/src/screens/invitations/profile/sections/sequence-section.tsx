import { type ReactNode, useState } from 'react';
import { Icon } from '../../../../components/display/icon';
import { Button } from '../../../../components/controls/button';
import { useFormats } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import { plannedTimes } from '../planned-sequence';
import { activeSteps, MAX_STEPS, withoutStep, withStep } from '../profile-draft';
import type { ProfileEditor } from '../use-profile-editor';
import { usePlace } from '../use-place';
import { FirstMessageFields, ReminderFields } from './message-fields';
import { Section } from './section';

interface Message {
  step: 0 | 1 | 2 | 3;
  delay: number;
  unit: 'minutes' | 'hours' | 'days';
  subject: string | null;
}

/** The messages in their order. The selected one is open, and the preview shows it. */
export function SequenceSection({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { draft } = editor;
  const [now] = useState(() => new Date());
  const times = plannedTimes(draft, now);
  const steps = activeSteps(draft);
  const messages: Message[] = [
    { step: 0, delay: draft.delay, unit: draft.delay_unit, subject: draft.subject },
    ...steps.map((one, at) => ({
      step: (at + 1) as 1 | 2 | 3,
      delay: one.delay,
      unit: one.delay_unit,
      subject: one.subject,
    })),
  ];
  return (
    <Section title={t('sequence')} note={t('sequence_ends')}>
      <ol className="sequence">
        <li className="is-start">
          <span className="when">{t('day_0')}</span>
          <div className="card">
            <p className="font-medium">{t('start')}</p>
            <p className="help-text">{t('start_text')}</p>
          </div>
        </li>
        {messages.map((message) => (
          <MessageItem key={message.step} editor={editor} message={message} at={times[message.step]} />
        ))}
        {steps.length < MAX_STEPS && <AddStep editor={editor} />}
      </ol>
      <p className="help-text">{t('reminders_email_only')}</p>
    </Section>
  );
}

function MessageItem({
  editor,
  message,
  at,
}: {
  editor: ProfileEditor;
  message: Message;
  at: Date | undefined;
}): ReactNode {
  const t = useTexts('invite_profile');
  const formats = useFormats();
  const [place, setPlace] = usePlace(editor.draft);
  const { step, delay, unit, subject } = message;
  const isOpen = place.step === step;
  return (
    <li className={isOpen ? 'is-open' : ''}>
      <span className="when">{t('after', { time: t(`delay_${unit}`, { count: delay }) })}</span>
      <div className="card">
        <button type="button" className="card-top" aria-expanded={isOpen} onClick={() => setPlace({ step })}>
          <span className="grow">
            <b className="font-medium">{t(`step_${step}`)}</b>
            <span className="help-text subject">{subject ?? t('standard_text')}</span>
          </span>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size="small" />
        </button>
        {isOpen && (
          <div className="card-body">
            {step === 0 ? (
              <FirstMessageFields editor={editor} />
            ) : (
              <ReminderFields editor={editor} at={step - 1} />
            )}
            <p className="flex flex-wrap items-center gap-2">
              {at && <span className="help-text">{t('planned_example', { time: formats.moment(at) })}</span>}
              {step > 0 && <RemoveStep editor={editor} step={step} />}
            </p>
          </div>
        )}
      </div>
    </li>
  );
}

function RemoveStep({ editor, step }: { editor: ProfileEditor; step: 0 | 1 | 2 | 3 }): ReactNode {
  const t = useTexts('invite_profile');
  const [, setPlace] = usePlace(editor.draft);
  const remove = (): void => {
    setPlace({ step: step - 1 });
    editor.replace(withoutStep(editor.draft, step - 1));
  };
  return (
    <Button kind="danger" size="small" icon="trash" className="ms-auto" onClick={remove}>
      {t('remove_step', { step: t(`step_${step}`) })}
    </Button>
  );
}

function AddStep({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const [, setPlace] = usePlace(editor.draft);
  const next = (activeSteps(editor.draft).length + 1) as 1 | 2 | 3;
  const add = (): void => {
    editor.replace(withStep(editor.draft));
    setPlace({ step: next, kind: 'email' });
  };
  return (
    <li className="is-add">
      <span className="when" />
      <button type="button" className="chip add" onClick={add}>
        <Icon name="add" />
        <span>{t(`add_step_${next}`)}</span>
      </button>
    </li>
  );
}
