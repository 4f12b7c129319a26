import { readVisited, type VisitedAccount, withPin, withVisit } from './visited-accounts';

const account = (id: number, pinned = false): VisitedAccount => ({ id, name: `Account ${id}`, pinned });

describe('the list of visited sub accounts', () => {
  it('has the newest visit first and each sub account once', () => {
    const visited = withVisit([account(1), account(2)], { id: 2, name: 'Renamed' });
    expect(visited).toEqual([{ id: 2, name: 'Renamed', pinned: false }, account(1)]);
  });

  it('forgets old visits, and no pinned sub account', () => {
    let visited: VisitedAccount[] = [account(99, true)];
    for (let id = 1; id <= 20; id += 1) visited = withVisit(visited, account(id));
    expect(visited.map(({ id }) => id)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 99]);
  });

  it('sets and removes a pin in place', () => {
    const pinned = withPin([account(1), account(2)], account(2));
    expect(pinned).toEqual([account(1), account(2, true)]);
    expect(withPin(pinned, account(2))).toEqual([account(1), account(2)]);
    expect(withPin([], account(3))).toEqual([account(3, true)]);
  });

  it.each([null, '', 'not json', '{}', '[{"id":"1"}]'])('is empty if %j is stored', (stored) => {
    expect(readVisited(stored)).toEqual([]);
  });
});
