import type { App } from './app-rows';
import { allowedIds, listedApps } from './policy-draft';

const connected = (client_id: string, name: string): App => ({
  id: 1,
  client_id,
  name,
  host: 'app.example.com',
  registered: 'dynamic',
  user_id: 1,
  user_name: 'Ada Example',
  sub_account_id: 1,
  sub_account_name: 'Bakery',
  scopes: ['reviews:read'],
  created_on: '2026-11-28 10:00:00',
  last_used_on: null,
  expires_on: null,
});

describe('the list of allowed apps', () => {
  it('offers each app once: the allowed ones, then the connected ones', () => {
    const allowed = [
      { client_id: 'assistant.example.com', name: null },
      { client_id: 'c_1', name: 'Old name' },
    ];
    const apps = [connected('c_1', 'Desk'), connected('c_2', 'Other'), connected('c_2', 'Other')];
    expect(listedApps(allowed, apps)).toEqual([
      { client_id: 'assistant.example.com', name: null, host: null },
      { client_id: 'c_1', name: 'Desk', host: 'app.example.com' },
      { client_id: 'c_2', name: 'Other', host: 'app.example.com' },
    ]);
  });

  it('consists of what is ticked and of what was typed', () => {
    expect(allowedIds(['c_1'], ' c_2 ')).toEqual(['c_1', 'c_2']);
    expect(allowedIds(['c_1'], 'c_1')).toEqual(['c_1']);
    expect(allowedIds([], ' ')).toEqual([]);
  });
});
