import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Icon } from '../../../components/display/icon';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { countsQuery } from '../data/overview-data';
import { NewReviews } from '../lists/new-reviews';
import { type Place, PlaceLink } from '../lists/place-link';
import { nextStep, type Step, type StepName } from './checklist';
import { type Crawl, useCrawls } from './use-crawls';

const TARGETS: Readonly<Record<StepName, Place>> = {
  channel: { to: '/$account/channels', search: { connect: '1' } },
  approve: { to: '/$account/inbox' },
  widget: { to: '/$account/widgets/new' },
  invite: { to: '/$account/invitations', search: { new: '1' } },
  white_label: { to: '/$account/settings/$section', params: { section: 'white-label' } },
};

/** What to do in the first hour, and the reviews that arrive meanwhile. */
export function FirstHour({ steps, alone }: { steps: readonly Step[]; alone: boolean }): ReactNode {
  const t = useTexts('overview');
  const { user } = useSession();
  const done = steps.filter((step) => step.done).length;
  return (
    <div className={alone ? 'page first-hour' : 'page first-hour print:hidden'}>
      <div>
        <h2 className="text-20 font-semibold">
          {t('checklist_title', { name: user.name ?? user.email, count: done, total: steps.length })}
        </h2>
        <p className="text-text-2">{t('checklist_text')}</p>
      </div>
      <div className={alone ? 'first-grid' : ''}>
        <Checklist steps={alone ? steps : steps.filter((step) => !step.done)} />
        {alone && <NewReviews property={{}} />}
      </div>
    </div>
  );
}

function Checklist({ steps }: { steps: readonly Step[] }): ReactNode {
  const next = nextStep(steps);
  const crawls = useCrawls();
  return (
    <ol className="panel checklist">
      {steps.map((step) => (
        <StepRow
          key={step.name}
          step={step}
          isNext={step.name === next}
          crawls={step.name === 'channel' ? crawls : []}
        />
      ))}
    </ol>
  );
}

function StepRow({
  step,
  isNext,
  crawls,
}: {
  step: Step;
  isNext: boolean;
  crawls: readonly Crawl[];
}): ReactNode {
  const t = useTexts('overview');
  const { name, done } = step;
  const running = crawls.length > 0;
  return (
    <li className={running || isNext ? 'is-open' : ''}>
      <StepMark done={done} running={running} />
      <div className="grid min-w-0 grow gap-2">
        <div>
          <p className="font-medium">{t(`step_${name}`)}</p>
          <p className="help-text">{running ? t('leave_page') : <StepText step={step} />}</p>
        </div>
        {crawls.map((crawl) => (
          <CrawlBar key={crawl.channelId} crawl={crawl} />
        ))}
      </div>
      {!done && (
        <PlaceLink place={TARGETS[name]} className={isNext ? 'btn small primary' : 'btn small'}>
          {t(`step_${name}_action`)}
        </PlaceLink>
      )}
    </li>
  );
}

function StepMark({ done, running }: { done: boolean; running: boolean }): ReactNode {
  const t = useTexts('overview');
  if (running) {
    return (
      <span className="mark is-running">
        <Icon name="refresh" size="small" label={t('step_running')} />
      </span>
    );
  }
  return (
    <span className={done ? 'mark is-done' : 'mark'}>
      {done && <Icon name="check" size="small" label={t('step_done')} />}
    </span>
  );
}

function StepText({ step: { name, done } }: { step: Step }): ReactNode {
  const t = useTexts('overview');
  const waiting = useQuery(countsQuery(useApi(), {})).data?.inbox ?? 0;
  if (done) return t('step_done');
  if (name === 'approve' && waiting > 0) return t('step_approve_waiting', { count: waiting });
  return t(`step_${name}_text`);
}

/** How far a crawl is. Without an official number there is no share to show. */
function CrawlBar({ crawl: { label, page, found, total } }: { crawl: Crawl }): ReactNode {
  const t = useTexts('overview');
  const formats = useFormats();
  const known = total !== null && total > 0;
  const text = known ? t('found_of', { found, count: total }) : t('found', { count: found });
  return (
    <div className="grid gap-1">
      <p className="truncate">{label}</p>
      {known && <progress value={Math.min(found, total)} max={total} aria-label={label} />}
      <p className="help-text flex gap-2">
        <span>{text}</span>
        {page > 0 && <span className="ms-auto">{t('page', { page: formats.number(page) })}</span>}
      </p>
    </div>
  );
}
