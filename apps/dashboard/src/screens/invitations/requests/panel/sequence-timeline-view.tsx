import type { ReactNode } from 'react';
import { Timeline } from '../../../../components/display/timeline';
import { type Translate, useTexts } from '../../../../i18n/texts';
import type { Sequence } from '../../invite-queries';
import { useMoment } from '../../use-moment';
import { failureText, knownText } from '../known-text';
import { stepOf } from '../requests-table';
import { type SequenceEvent, timelineOf } from '../sequence-timeline';

type Texts = Translate<'invitations'>;

/** All that happened to a first message and its reminders, and what is planned. */
export function SequenceTimeline({ sequence }: { sequence: Sequence }): ReactNode {
  const t = useTexts('invitations');
  const moment = useMoment();
  const events = timelineOf(sequence.requests, sequence.activities);
  return (
    <Timeline
      entries={events.map((event) => ({
        key: event.key,
        icon: event.icon,
        state: event.state,
        title: <Title event={event} />,
        text: textOf(event, t),
        time: event.at && moment(event.at),
      }))}
    />
  );
}

function Title({ event }: { event: SequenceEvent }): ReactNode {
  const t = useTexts('invitations');
  const { type, isIgnored } = event;
  const name =
    isIgnored && (type === 'opened' || type === 'clicked') ? t(`ev_${type}_ignored`) : t(`ev_${type}`);
  return event.step > 0 ? t('step_event', { step: t(`step_${stepOf(event)}`), event: name }) : name;
}

/** Says why or by what it happened. A reason or an error of a newer server that has no text is shown as it is. */
function textOf(event: SequenceEvent, t: Texts): ReactNode {
  const { type, reason, code, msg, source, confidence } = event;
  if (type === 'kept') return t(source === 'sms' ? 'kept_sms_text' : 'kept_email_text');
  if (type === 'planned') return plannedText(event, t);
  if (reason) return knownText(t, `reason_${reason}`) ?? reason;
  if (event.isUnconfirmed) return t('unconfirmed_text');
  if (msg) return <Failure words={code && failureText(t, code)} reply={msg} />;
  if (confidence === 'high' || confidence === 'medium') return t(`match_${confidence}`);
  // Only the recipient opens and clicks, so the source says nothing.
  if (!source || type === 'opened' || type === 'clicked') return null;
  return knownText(t, `src_${source}`);
}

/** Says what a planned message waits for, or what cancels it. */
function plannedText({ code, step }: SequenceEvent, t: Texts): string | null {
  if (code) return failureText(t, code);
  return step > 0 ? t('planned_text') : null;
}

/** What an error means, and below it what the server said. */
function Failure({ words, reply }: { words: string | null; reply: string }): ReactNode {
  if (!words) return reply;
  return (
    <>
      {words}
      <q className="reply" dir="auto">
        {reply}
      </q>
    </>
  );
}
