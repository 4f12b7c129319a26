import { limitRows } from './limit-rows';

const limits = {
  properties: 25,
  channels: 500,
  sub_accounts: 10_000,
  webhooks: 10,
  widgets: -1,
  invites_month: 50_000,
  ai_day: 1000,
  users: -1,
  keys: 20,
};
const usage = { sub_accounts: 9412, users: 41, keys: 20, channels: 0 };
const account = { limits, usage, invite_credits: 31_796 };

function row(name: string, given = account, aiToday: number | null = 212) {
  return limitRows(given, aiToday).find((one) => one.name === name);
}

describe('the rows of the limits of a plan', () => {
  it('tell how much is used and left, and that little is left', () => {
    expect(row('sub_accounts')).toMatchObject({ used: 9412, limit: 10_000, left: 588, isNear: true });
    expect(row('channels')).toMatchObject({ used: 0, share: 0, isNear: false });
    expect(row('keys')).toMatchObject({ left: 0, share: 1, isNear: true });
  });

  it('count invitations by the credits that are left', () => {
    expect(row('invites_month')).toMatchObject({ used: 18_204, limit: 50_000 });
    expect(row('invites_month', { ...account, invite_credits: -1 })).toMatchObject({ used: null });
  });

  it('have no limit where the plan has none', () => {
    expect(row('users')).toMatchObject({ used: 41, limit: null, left: null, isNear: false });
  });

  it('say nothing about the use of what the API does not count', () => {
    expect(row('webhooks')).toMatchObject({ used: null, limit: 10, left: null });
    expect(row('ai_day', account, null)).toMatchObject({ used: null, limit: 1000 });
  });

  it('never show more than all as used', () => {
    expect(row('keys', { ...account, usage: { ...usage, keys: 25 } })).toMatchObject({ share: 1, left: 0 });
  });
});
