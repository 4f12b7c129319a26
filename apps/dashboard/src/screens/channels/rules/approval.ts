import type { Channel } from './channel-state';

/** What happens to new reviews of a channel. */
export type Approval = 'wait' | 'all' | 'four_stars';
export const APPROVALS: readonly Approval[] = ['wait', 'all', 'four_stars'];

export function approvalOf({
  auto_approve,
  auto_approve_4_stars,
}: Pick<Channel, 'auto_approve' | 'auto_approve_4_stars'>): Approval {
  if (auto_approve) return 'all';
  return auto_approve_4_stars ? 'four_stars' : 'wait';
}

export function approvalFlags(approval: Approval): Pick<Channel, 'auto_approve' | 'auto_approve_4_stars'> {
  return { auto_approve: approval === 'all', auto_approve_4_stars: approval === 'four_stars' };
}
