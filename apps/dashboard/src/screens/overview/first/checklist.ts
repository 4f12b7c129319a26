export type StepName = 'channel' | 'approve' | 'widget' | 'invite' | 'white_label';

export interface Step {
  name: StepName;
  done: boolean;
}

/** What really happened in a sub account. */
export interface Progress {
  /** Null for users who do not connect channels. */
  channels: number | null;
  approved: number;
  /** Active ones. Null for users who do not create widgets. */
  widgets: number | null;
  invitationsSent: number;
  /** Null for users who do not set up white label. */
  whiteLabel: boolean | null;
}

/** Returns the steps of the first hour that are open to the user. They follow what happened, not what was clicked. */
export function checklistOf({ channels, approved, widgets, invitationsSent, whiteLabel }: Progress): Step[] {
  return [
    ...(channels === null ? [] : [{ name: 'channel' as const, done: channels > 0 }]),
    { name: 'approve', done: approved > 0 },
    ...(widgets === null ? [] : [{ name: 'widget' as const, done: widgets > 0 }]),
    { name: 'invite', done: invitationsSent > 0 },
    ...(whiteLabel === null ? [] : [{ name: 'white_label' as const, done: whiteLabel }]),
  ];
}

/** Returns the step to do next. Null if all are done. */
export function nextStep(steps: readonly Step[]): StepName | null {
  return steps.find(({ done }) => !done)?.name ?? null;
}

/** Returns true until the first review is approved. Until then, an overview has little to show. */
export function isFirstHour({ approved }: Pick<Progress, 'approved'>): boolean {
  return approved === 0;
}
