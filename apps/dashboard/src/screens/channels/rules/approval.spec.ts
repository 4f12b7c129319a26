import { approvalFlags, approvalOf, APPROVALS } from './approval';

describe('approvalOf', () => {
  it('reads what approvalFlags writes', () => {
    for (const approval of APPROVALS) expect(approvalOf(approvalFlags(approval))).toBe(approval);
  });

  it('lets the approval of all reviews win over that of good ones', () => {
    expect(approvalOf({ auto_approve: true, auto_approve_4_stars: true })).toBe('all');
  });
});
